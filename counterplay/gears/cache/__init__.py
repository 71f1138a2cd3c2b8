"""Native code on disk."""

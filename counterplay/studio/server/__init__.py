"""The studio's server: guard, games under way, storage, searches."""

"""Files that are never half-written, folders for data, and Python files of users."""

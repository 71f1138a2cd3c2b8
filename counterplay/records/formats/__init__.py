"""The formats in which records are read and written."""

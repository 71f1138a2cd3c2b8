"""The textbook forms of search, exactly as taught: readable, traced, small."""

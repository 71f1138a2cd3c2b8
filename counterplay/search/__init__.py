"""One algorithm, one file. A search knows no particular game."""

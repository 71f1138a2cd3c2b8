"""A search told step by step, in words and pictures."""

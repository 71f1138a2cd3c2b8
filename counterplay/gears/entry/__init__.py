"""A game behind a handful of native functions, and how Python and searches call them."""

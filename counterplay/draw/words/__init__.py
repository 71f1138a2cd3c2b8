"""Pictures in words, for those who cannot see them."""

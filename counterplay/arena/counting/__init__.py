"""Counting: what results show, with honest intervals."""

"""Protocols that let other programs drive counterplay."""

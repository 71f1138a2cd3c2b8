"""A number that a game in another module reads through this one; a test changes it."""

SHARE = 0.5

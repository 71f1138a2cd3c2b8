"""The studio: play, analyse and look inside, in a browser."""

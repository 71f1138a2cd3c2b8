"""Searches that students write, compared with ours."""

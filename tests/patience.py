"""How long a test waits for what takes an instant, and on a busy machine may have to wait for its turn."""

PATIENCE = 120.0  # seconds: only what is broken takes so long

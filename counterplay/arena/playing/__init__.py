"""Playing: who plays whom, from where, in which process, and what a referee makes of it."""

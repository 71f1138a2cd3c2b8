"""Link five, or gomoku, with its opening rules and renju's restrictions."""

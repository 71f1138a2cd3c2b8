"""What stands on a board, lies in a hand or is laid as a tile."""

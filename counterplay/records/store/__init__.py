"""The store of games: one SQLite format for the arena's contests and the studio's games, old files brought up to date."""

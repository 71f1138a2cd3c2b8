"""What the studio's page and scripts may ask, and what they are shown."""

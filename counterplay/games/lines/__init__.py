"""Line games: so many in a row."""

"""What makes two pieces of native code the same: the code they reach and the values they read."""

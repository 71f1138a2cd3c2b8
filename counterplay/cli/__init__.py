"""The command `counterplay`."""

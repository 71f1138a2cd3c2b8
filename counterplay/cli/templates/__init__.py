"""The games that `counterplay new --kind` writes, one for each kind of board or material: to read, to run, and to change."""

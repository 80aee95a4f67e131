-- Raises with a position of its own.
error "f: bad"

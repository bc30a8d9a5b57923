"""Sheet games, solved layer by layer from the full sheet backwards."""

"""Two ways to back values up, numpy and compiled, behind one interface."""

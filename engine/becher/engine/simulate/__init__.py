"""Many games at once: statistics that depend on the seed and the number of games only, not on who shared the work."""

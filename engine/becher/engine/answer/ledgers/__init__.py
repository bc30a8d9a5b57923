"""Games without a sheet: what is left between turns, state by state, and the tables of it."""

"""Exact answers about a rule file: what best play is worth, from the checked model alone. The tables go to `solve`."""

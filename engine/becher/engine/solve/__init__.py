"""The exact solver: turns as graphs, ledgers as rows, values by backing up. Independent of the rule language."""

"""Measures for authors of games: what a seat, a decision, an option, a rule is worth. All by simulation, with intervals."""

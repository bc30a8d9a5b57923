"""Formulas and rules taken apart: what they read, between which bounds they lie, what is enough to know."""

"""Findings that need evaluation: bounds, cases that cannot hold, decisions without an answer, phases without an end."""

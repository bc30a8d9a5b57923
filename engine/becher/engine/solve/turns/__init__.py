"""Turns as graphs: grown as a draft, brought into order, evaluated as arrays."""

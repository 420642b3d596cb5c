"""Faults of assembly, equivalent rewrites, and what must not pass."""

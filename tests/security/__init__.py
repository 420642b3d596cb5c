"""Attacks on the sandbox, and nothing that runs outside it."""

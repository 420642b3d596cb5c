"""Triton candidates: their stages seen from outside the sandbox. What runs inside is `triton_worker`."""

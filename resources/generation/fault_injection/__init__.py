"""Fault injection and repair: a generator that needs no language model.

It starts from a verified solution, writes a variant of it with known faults, and repairs them turn by turn
from what the real environment says. Knows no domain: faults and diagnostics come through the Domain protocol.
"""

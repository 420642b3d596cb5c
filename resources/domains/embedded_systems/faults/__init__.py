"""Mistakes in firmware, found on the syntax tree: `ordinary` ones with their `injector`, those `targeted` at a label.
And the `cheats` that certification tries.
"""

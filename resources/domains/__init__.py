"""One folder per domain, found by looking: adding a domain is adding a folder with a `domain.py`.

Here stand only what all domains share: the Domain protocol, seeds, faults, cheats, importing.
"""

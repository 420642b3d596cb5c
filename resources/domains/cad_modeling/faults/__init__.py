"""Faults in CadQuery scripts and equivalent rewrites, found on the syntax tree and made on the text."""

"""Faults and equivalent rewrites of bare-metal C, found on the syntax tree.

`source` parses, each other module holds the rules of one category, `injector` puts them together.
"""

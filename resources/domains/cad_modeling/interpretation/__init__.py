"""Coarse geometry: the solid that a script's calls describe, as membership of points, without OCCT.

`building` turns a trace into a tree of simple bodies, `membership` asks the tree on a grid, `comparison` holds
candidate and reference beside each other. What it says is a feature for the world model, never a verdict; the exact
solid is the worker's.
"""

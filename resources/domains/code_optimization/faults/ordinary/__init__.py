"""Mistakes in AT&T assembly and equivalent rewrites. One module for each group of kinds."""

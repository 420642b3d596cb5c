"""Random interpretation: reference and candidate are followed over a bundle's own cases with made-up values, and
compared.

Kernels and host code are trees that are walked over numpy arrays, each path within a budget: nothing of a candidate is
run, and neither torch nor Triton is imported. What it says is a feature for the world model, never a verdict.
"""

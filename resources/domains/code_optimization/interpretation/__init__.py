"""Random interpretation: a static analysis that follows baseline and candidate over made-up values and compares them.

Values, addresses and memory are numbers in Python, and every path is cut after a few hundred steps: nothing of a
candidate reaches a processor. What it says is a feature for the world model, never a verdict.
"""

"""A second family of wrong attempts, written apart from fault injection: programs edited as text.

Knows no domain's grammar, only tokens and lines. What a domain's own faults are belongs to its folder, and nothing of
those is used here: the family exists to measure a world model on candidates of another origin.
"""

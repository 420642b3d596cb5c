"""Reasoning from evidence: why a correction looks as it does, from logs and texts that stand in its row.

Knows no fault and no plan. Whoever edits code without a language model reasons with this.
"""

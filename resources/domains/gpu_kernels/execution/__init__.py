"""Executing a candidate: rejection, the stages of its language, the oracle, and reading what they log."""

"""Sequences of calls that a program's header and tests suggest: made up, followed, seen and selected."""

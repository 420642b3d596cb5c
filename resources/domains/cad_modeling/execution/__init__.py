"""Executing a script: rejection, the sandboxed processes, what their results mean, and reading what they log."""

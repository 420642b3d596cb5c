"""What runs inside the sandbox: the candidate's script, the gates on its solid, and the comparison.

Bound read-only at /worker. Imports nothing of the rest of the project: the sandbox has only this folder.
"""

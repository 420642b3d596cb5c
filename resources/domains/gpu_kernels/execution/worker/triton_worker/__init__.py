"""What runs inside the sandbox for Triton: the candidate's process and the oracle's. Nothing here decides a verdict.

Bound read-only into the sandbox and imported there by a warm interpreter; imports torch, triton and its own
modules only, never the rest of the project. Everything it writes may have been forged by the candidate that
shares its process: what counts is compared outside (`gpu_kernels.execution.comparison`).
"""

"""Fault kinds and equivalent rewrites of GPU kernels: Triton on Python's syntax tree, CUDA C++ on its tokens.

One module for each group of kinds; `injector` puts them together. How faults become a trajectory is
`resources.generation.fault_injection`.
"""

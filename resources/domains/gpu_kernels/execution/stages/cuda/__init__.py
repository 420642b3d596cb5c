"""CUDA C++ candidates: compiled by nvcc for a named target, and run thread by thread on the CPU.

What a bundle asks and which outcome a wrong value has belongs to the domain's backend; Triton candidates too.
"""

"""The built-in task library of code optimisation: one folder a task, read by `library`.

A folder holds task.yaml, prompt.md, kernel.c (the C program), baseline.s (what gcc -O3 makes of it, the reference),
harness.c (reads stdin, calls the kernel, prints) and generate.py (the test-suite, from a model written in Python).
"""

"""Simulation of Triton programs: reference and candidate are executed over a bundle's own cases with made-up values.

Kernels and host code are trees that are walked over numpy arrays, each execution within a budget: nothing of a
candidate is run, and neither torch nor Triton is imported. What it says is a feature for the world model, never a
verdict.

- An `interpreter` holds its parts: `scope`, `expressions`, `bindings`, `statements`, `calls`, `language` (of Triton),
  `launches`, `memory`, and a `tracer` where somebody asks where an execution halted. `execution` puts them together.
- What they compute with: `values`, `operators`, `attributes`; of kernels `kinds`, `blocks`, `block_functions`,
  `elementwise`, `reductions`, `accesses`; of host code `tensors`, `tensor_methods`, `torch_functions`.
- What it is for: `cases`, `comparison`.
"""

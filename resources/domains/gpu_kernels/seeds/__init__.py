"""The built-in task library of GPU kernels: one folder a task, read by `library`.

Task folders hold data (task, interface, reference, oracle); no module of the system imports them. Oracles and
references are executed by the backend's worker processes only.
"""

"""The built-in task library of chip design: one folder a task, read by `library`.

Task folders hold data (specification, stub, reference, bench); no Python module here imports them.
"""

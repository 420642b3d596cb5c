"""The packages that sandboxed processes import, by their own names: `triton_worker` and `device_worker`.

They are mounted beside each other (`execution.interpreters`), so that inside the sandbox they stand at the top.
"""

"""The device stage: a candidate on a GPU, where this machine has one.

What runs inside the sandbox is `device_worker`.
"""

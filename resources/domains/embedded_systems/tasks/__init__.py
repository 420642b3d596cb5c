"""The built-in tasks, and who reads them. `builtin/tier<N>_<topic>/<task_name>/` has task.yaml, prompt.md, interface.c,
reference.c, checks.yaml, demands.yaml and lazy.yaml. Texts of the board itself are `execution/board`.
"""

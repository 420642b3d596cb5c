"""The built-in tasks: `tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md, interface.c, reference.c, checks.yaml.

`library` reads them. Texts of the board itself are in `board`.
"""

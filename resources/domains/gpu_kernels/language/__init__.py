"""The two languages of candidates, Triton and CUDA C++: parsed forms, names, vocabularies, interfaces.

Nothing here knows a task, a fault or a tool.
"""

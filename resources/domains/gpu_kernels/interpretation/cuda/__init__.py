"""CUDA C++ programs followed: all threads of a launch in step, as numpy arrays with masks, between made-up inputs.

Races are looked for between barriers, since threads in step would hide them.
"""

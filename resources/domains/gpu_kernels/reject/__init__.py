"""Static rejection of GPU candidates: what a text may not contain, decided without running any of it.

`candidate` picks the language; `allowed` says what a bundle lets through. What only shows while a candidate
runs (torch work hidden in operators, launches that never happen) is the worker's matter.
"""

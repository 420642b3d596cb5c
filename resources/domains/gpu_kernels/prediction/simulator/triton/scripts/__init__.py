"""Programs that are tested by a script of their own, as those of public sets are: the script is executed beside the
program, and what it returns is compared.

Such programs use more of Python, torch and Triton than built-in ones. That more is modelled here alone, so that what
is said of built-in tasks stays what forests have learned from: `execution` makes an interpreter with some parts of
its own.
"""

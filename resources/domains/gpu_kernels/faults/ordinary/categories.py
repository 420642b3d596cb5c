"""The categories of GPU faults. Both languages share them; the first is of texts that do not parse."""

SYNTAX = "syntax"
STRUCTURE = "names and compile-time structure"
MEMORY = "addresses and masks"
LAUNCH = "launch and parallelism"
NUMERICS = "numerics and logic"

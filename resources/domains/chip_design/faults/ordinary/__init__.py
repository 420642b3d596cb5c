"""Rules of the ordinary fault kinds and of equivalent rewrites: one module for each group of kinds."""

SYNTAX = "syntax"
STRUCTURE = "type and structure"
TIMING = "timing and FSM"
SEMANTICS = "semantics and logic"

"""Mistakes that engineers make in firmware, one module for each category; and rewrites that change nothing.

What aims at a label is `targeted`.
"""

SYNTAX = "syntax"
BUILD = "declarations and linking"
PERIPHERALS = "peripheral configuration"
INTERRUPTS = "interrupts and concurrency"
MEMORY = "memory and types"
LOGIC = "logic and timing"

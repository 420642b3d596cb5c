"""Verilog in the wild: modules of a folder of sources become tasks that are judged against the original.

`folder` reads files, `cut` finds what a module needs, `design` and `clocking` say what it is, `prompt` tells it in
words, `stimuli` and `bench` compare an answer with it, and `importer` puts them together.
"""

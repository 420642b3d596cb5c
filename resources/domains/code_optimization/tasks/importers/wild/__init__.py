"""C in the wild: functions of a folder of sources become tasks that are judged against the originals.

`items` splits files, `cut` finds what a function needs, `arguments` what a harness can give it, `original` what it
prints there, and `importer` traps undefined behaviour and puts a task together.
"""

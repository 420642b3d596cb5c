"""C in the wild: functions of a folder of sources become tasks that are judged against the originals.

`items` splits files, `cut` finds what a function needs, `arguments` what a harness can give it, and `importer` runs the
original, undefined behaviour trapped, and puts a task together.
"""

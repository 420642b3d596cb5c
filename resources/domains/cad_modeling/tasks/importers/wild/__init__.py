"""CadQuery in the wild: scripts and functions of a folder of sources become tasks that are judged against the original.

`cut` finds parts and what they need, `words` what their author says of them and whether that is enough;
`importer` builds and measures the original, tells it and puts a task together.
"""

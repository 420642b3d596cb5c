"""Triton in the wild: functions of a folder of sources that launch kernels become tasks, judged against the originals.

`cut` finds launchers and what they need, `calls` what the file's own tests give them and what torch they hold them to,
and `importer` puts a task together: the harness is that of a public set's tests.
"""

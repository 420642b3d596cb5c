"""Following a firmware without a compiler: its C text is interpreted on the peripherals of `mcu`, in the scenarios of
its task, beside the reference.

The CPU, its instructions and their exact time are not there: statements are steps over Python numbers, cut after a
budget. What it says is a feature for the world model, never a verdict.
"""

"""What a task asks of its firmware: scenarios with stimuli, and checks on what the board did. Never in the sandbox.

Records and reading are `scenarios`; what is checked is `records` of what a program puts out, and `demands` of the
means; how it is compared is in the other modules.
"""

"""`icwm view`: trajectories in a browser, read from the lake, on this machine only.

Pages are made here, by templates that escape everything; a browser runs no script but those of `static`.
"""

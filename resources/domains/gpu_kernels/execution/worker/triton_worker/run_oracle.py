"""Script: `run_oracle.py [timing]`, in a folder with oracle.py and task.json; writes arguments and what is expected."""

import sys

from triton_worker.oracle import main

main(*sys.argv[1:])

"""Script: `run_candidate.py compile|function|record`, in a folder with the candidate, task.json and the arguments."""

import sys

import triton_worker.warm_up  # noqa: F401
from triton_worker.candidate import main

main(sys.argv[1])

"""Script: in a folder with oracle.py and task.json; writes the arguments and what is expected."""

from triton_worker.oracle import main

main()

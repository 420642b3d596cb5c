"""Script: in a folder with a record, the tests' arguments, oracle.py and task.json; see `bench`."""

from device_worker.bench import main

main()

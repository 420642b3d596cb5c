"""Script: in a folder with the candidate and task.json; writes location.json."""

from cad_worker.locating import main

main()

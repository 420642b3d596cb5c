"""Script: in a folder with the candidate and task.json; writes report.json and shape.bin."""

from cad_worker.script import main

main()

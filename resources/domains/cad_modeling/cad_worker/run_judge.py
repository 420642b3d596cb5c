"""Script: in a folder with candidate.bin, reference.bin and task.json; writes gates.json and figures.json."""

from cad_worker.judge import main

main()

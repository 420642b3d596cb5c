"""Script: in a folder with shape.bin and perhaps published.stl; writes published.json."""

from cad_worker.published import main

main()

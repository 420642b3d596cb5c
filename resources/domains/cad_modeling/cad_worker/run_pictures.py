"""Script: in a folder with candidate.bin and reference.bin; writes PNG and SVG files."""

from cad_worker.drawing import main

main()

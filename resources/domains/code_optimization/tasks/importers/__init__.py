"""Importers of public sets of C programs: which there are. Each set has its own module.

What all of them share, from a program and inputs to a seed, is `programs`. The compiler and the programs run in the
sandbox, since both are untrusted.
"""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import SetImporter

IMPORTERS: tuple[Importer, ...] = (
    SetImporter(
        "exercism-c",
        "Exercism's C track: exercises/practice/<slug> with .meta/example.c and Unity tests",
        f"{__name__}.exercism",
    ),
    SetImporter(
        "c-pairs",
        "rows (.jsonl or .csv) of a C program and pairs of input and output, as SuperCoder and CodeNet have them",
        f"{__name__}.c_pairs",
    ),
)

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
        "supercoder",
        "SuperCoder: rows (.parquet, .jsonl, .csv) with extra_info of c_code, inputs and outputs",
        f"{__name__}.supercoder",
    ),
    SetImporter(
        "wild-c",
        "Code in the wild: a folder of C sources, whose functions are judged against the originals",
        f"{__name__}.wild.importer",
    ),
    SetImporter(
        "c-pairs",
        "rows (.jsonl, .csv or .parquet) of a C program and pairs of input and output, as CodeNet has them",
        f"{__name__}.c_pairs",
    ),
)

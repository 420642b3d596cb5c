"""Importers of public sets of GPU kernels: which there are. Each set has its own module, imported when it is read.

Nothing of a set is executed while it is read: sources are parsed, changed at positions of their syntax tree, and kept.
"""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import SetImporter
from resources.execution.bundle import Limits

IMPORTED_LIMITS = Limits(wall_s=120.0, cpu_s=40, memory_bytes=3 << 30)
"""Tests of public sets were written for a GPU, and torch modules take memory of their own."""

IMPORTERS: tuple[Importer, ...] = (
    SetImporter(
        "kernelbench",
        "KernelBench: levelN/<n>_<name>.py with class Model, get_inputs and get_init_inputs",
        f"{__name__}.kernelbench",
    ),
    SetImporter(
        "tritonbench-g",
        "TritonBench-G: TritonBench_G_v1.json and TritonBench_G_v1/<file>, operator above a line of 146 #",
        f"{__name__}.tritonbench",
    ),
    SetImporter(
        "tritonbench-t",
        "TritonBench-T: TritonBench_T_v1.json (or .jsonl) and TritonBench_T_v1/<file>, torch above a line of 146 #",
        f"{__name__}.tritonbench_t",
    ),
    SetImporter(
        "wild-triton",
        "Code in the wild: a folder of Triton files, whose launchers are judged against the originals",
        f"{__name__}.wild.importer",
    ),
)

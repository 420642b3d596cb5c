"""Importers of public chip-design sets: which there are. Each set has its own module.

Light: a set's module, and pyslang with it, is imported when `read` is called. What all of them share is
in `source_tree` (files, revision, licence) and `verilog_source` (syntax).
"""

import importlib
from dataclasses import dataclass
from pathlib import Path

from resources.domains.importing import Importer, ImportResult


@dataclass(frozen=True)
class SetImporter:
    """One public layout. `module` beside this file has `read_set(path, commit, licence)`."""

    name: str
    description: str
    module: str

    def read(self, path: Path, *, commit: str = "", licence: str = "") -> ImportResult:
        """Seeds and problems of the set at `path`; raises ImportSourceError where it is not such a set."""
        module = importlib.import_module(f"{__name__}.{self.module}")
        result: ImportResult = module.read_set(path, commit, licence)
        return result


IMPORTERS: tuple[Importer, ...] = (
    SetImporter("verilog-eval", "VerilogEval v2: dataset_spec-to-rtl/ProbNNN_name_{prompt,ref,test}", "verilog_eval"),
    SetImporter("rtllm", "RTLLM v2: folders with design_description.txt, testbench.v, verified_<design>.v", "rtllm"),
    SetImporter("cvdp", "CVDP: jsonl rows with a prompt, a cocotb harness and a solution", "cvdp"),
)

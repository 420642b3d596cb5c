"""Importers of public chip-design sets: which there are. Each set has its own module.

Light: a set's module, and pyslang with it, is imported when `read` is called. What all of them share of the
language is in `verilog_source`.
"""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import BuiltSet, OwnTasksImporter, SetImporter

IMPORTERS: tuple[Importer, ...] = (
    SetImporter(
        "verilog-eval",
        "VerilogEval v2: dataset_spec-to-rtl/ProbNNN_name_{prompt,ref,test}",
        f"{__name__}.verilog_eval",
    ),
    SetImporter(
        "rtllm", "RTLLM v2: folders with design_description.txt, testbench.v, verified_<design>.v", f"{__name__}.rtllm"
    ),
    SetImporter("cvdp", "CVDP: jsonl rows with a prompt, a cocotb harness and a solution", f"{__name__}.cvdp"),
    SetImporter(
        "realbench",
        "RealBench: <core>/<module>/<module>.md, decrypted, with verification/<module>_{ref,top,testbench}.sv; system/",
        f"{__name__}.realbench",
    ),
    SetImporter(
        "veriscope",
        "VeriScope: L<tier>_<name>/<problem>/{problem.md,config.yaml,testbench.v}, and reference.v where you have it",
        f"{__name__}.veriscope",
    ),
    BuiltSet(
        "verilog-repair",
        "built here, no PATH: designs with a fault of 20 types and what the tools say, in the kind of VeriRepair",
        f"{__name__}.verilog_repair",
    ),
    SetImporter(
        "wild-verilog",
        "Code in the wild: a folder of Verilog sources, whose modules are judged against the originals",
        f"{__name__}.wild.importer",
    ),
    OwnTasksImporter(
        "own-verilog",
        "Tasks of your own: folders with design_description.txt, testbench.v, verified_<design>.v",
        f"{__name__}.rtllm",
    ),
)

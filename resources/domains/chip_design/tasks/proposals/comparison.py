"""One answer beside another, under drawn stimuli: the bench of code in the wild, with an answer for the original.

So two answers are compared without a word of who proposed the task.
"""

import random
from dataclasses import replace

from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.chip_design.tasks.importers.wild.bench import BENCH, ORACLE_FILE, TOP, bench_text
from resources.domains.chip_design.tasks.importers.wild.design import design_of
from resources.domains.chip_design.tasks.importers.wild.stimuli import stimuli
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

_LIMITS = Limits(wall_s=60.0, cpu_s=30)


def comparison(bundle: EnvironmentBundle, oracle: str) -> EnvironmentBundle | None:
    """None where the oracle cannot be clocked: two clocks, a latch, no port to look at."""
    top = bundle.settings["top"]
    try:
        design = design_of(oracle, {}, top, _header(oracle, top))
        bench = bench_text(top, design, stimuli(design, random.Random(top)))
    except (VerilogError, ReaderDied):
        return None
    return replace(
        bundle,
        reference=oracle,
        files={BENCH: bench, ORACLE_FILE: design.oracle},
        settings={"top": top, "bench": "verilog", "bench_files": f"{BENCH} {ORACLE_FILE}", "bench_top": TOP},
        limits=_LIMITS,
    )


@apart(raises=(VerilogError,))
def _header(text: str, top: str) -> str:
    return VerilogText(text).interface(top).removesuffix("endmodule\n")

"""Designs that give up waiting after hundreds of cycles, and a bench whose waits are shorter."""

from collections.abc import Mapping

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

COUNTS = "reg [8:0] waited; wire full_now; always @(posedge {clock}) waited <= {waits} ? waited + 9'd1 : 9'd0;\n"
IMPATIENT: Mapping[str, tuple[dict[str, str], str, str]] = {
    "rv32_datapath": ({"end else if (!stall)": "end else if (!stall || waited == 9'd500)"}, "clk", "stall & ~rst"),
    "axi_lite_registers": ({"end else if (bready)": "end else if (bready || &waited)"}, "aclk", "bvalid & ~bready"),
    "async_fifo": (
        {"assign full": "assign full = full_now & waited != 9'd450; assign full_now"},
        "write_clk",
        "full_now",
    ),
}
"""Where the reference gives up, and what it counts by which clock."""


@pytest.mark.parametrize("task", IMPATIENT)
def test_who_gives_up_waiting_is_found(task: str) -> None:
    bundle = next(bundle_from_seed(seed) for seed in builtin_seeds() if seed.seed_id.endswith(f"/{task}"))
    edits, clock, waits = IMPATIENT[task]
    code = bundle.reference
    for text, other in edits.items():
        assert text in code, f"{task} has no {text!r}"
        code = code.replace(text, other, 1)
    code = code.replace(");\n", f");\n{COUNTS.format(clock=clock, waits=waits)}", 1)
    seen = VerilogBackend(make_sandbox()).execute(bundle, Candidate(code))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, f"{seen.stages} {seen.text}"
    assert "beside the reference outputs differ" in seen.text

"""Real texts that kill the parser which reads them: an outcome or nothing found, and the process that asked lives on.

Texts and parsers are real; where a parser has bounds of its own, the reader's stack is made smaller than they need.
"""

import resource
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.readers import DIED
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.reader import reader
from tests.tools.kept_backends import backend_of

CHIPS = get_domain("chip_design")
SMALL_STACK = 256 << 10
POWERS = (
    "assign y = 100000'd10**100000;",
    "assign y = 5000'd10**5000;",
    "localparam P = 100000'd10**100000; assign y = P;",
    "localparam [1000000:0] P = 10**100000**100000; assign y = P;",
    "wire [100000'd10**100000:0] w; assign y = w;",
    "assign y = {(100000'd10**100000){1'b1}};",
    "reg m [0:100000'd10**100000]; assign y = m[0];",
)
"""Powers that end pyslang's elaboration by `free(): invalid pointer`: their result is wider than what it reserved."""
DEEP = f"module top_module(input a, output reg y); always @* {'begin ' * 900}y = a; {'end ' * 900}endmodule\n"


def bundle() -> EnvironmentBundle:
    return next(bundle_from_seed(seed) for seed in CHIPS.builtin_seeds() if seed.settings["bench"] == "verilog")


@pytest.mark.parametrize("line", POWERS)
def test_a_power_that_aborts_the_elaboration_leaves_everything_else(line: str) -> None:
    candidate = Candidate(f"module top_module(output [31:0] y); {line} endmodule\n")
    assert CHIPS.cheap_checks(bundle(), candidate) == {DIED: 1.0}
    assert CHIPS.static_diagnostic(bundle(), candidate) is None
    assert CHIPS.fault_injector().edits(candidate.code) == CHIPS.fault_injector().edits(candidate.code)
    assert CHIPS.cheap_checks(bundle(), bundle().reference_candidate).keys() != {DIED}


@pytest.mark.parametrize("line", POWERS[:2])
def test_what_aborts_a_reader_is_judged_by_the_tools_alone(line: str) -> None:
    code = bundle().reference.replace("endmodule", f"wire [31:0] y; {line}\nendmodule")
    first = backend_of("chip_design").execute(bundle(), Candidate(code))
    assert first == backend_of("chip_design").execute(bundle(), Candidate(code))
    assert first.outcome in CHIPS.outcomes


def test_a_reference_that_kills_its_reader_is_a_broken_bundle() -> None:
    """A bench that gives parameters has the reference elaborated."""
    top = bundle().settings["top"]
    bench = f"module tb; wire [31:0] y; {top} #(.W(4)) dut(.y(y)); endmodule\n"
    broken = replace(
        bundle(),
        files={"tb.v": bench},
        settings={**bundle().settings, "bench_files": "tb.v", "bench_top": "tb"},
        reference=f"module {top} #(parameter W = 100000'd10**100000)(output [31:0] y); {POWERS[0]} endmodule\n",
    )
    with pytest.raises(PermanentEnvironmentFailure, match="the reader ended by signal"):
        backend_of("chip_design").execute(broken, Candidate("module m; endmodule\n"))


@pytest.fixture
def small_stack() -> Iterator[None]:
    """Readers that are started from now on have little of it."""
    CHIPS.cheap_checks(bundle(), bundle().reference_candidate)
    zygote = reader._readers._zygote
    assert zygote is not None
    limits = resource.prlimit(zygote._process.pid, resource.RLIMIT_STACK)
    resource.prlimit(zygote._process.pid, resource.RLIMIT_STACK, (SMALL_STACK, limits[1]))
    for kept in reader._readers._idle:
        kept.close()
    reader._readers._idle.clear()
    yield
    reader.close()


def test_a_text_that_kills_the_reject_stage_is_rejected_and_has_no_edits(small_stack: None) -> None:
    seen = backend_of("chip_design").execute(bundle(), Candidate(DEEP))
    assert (seen.outcome, seen.stage) == (Outcome.REJECTED, "reject")
    assert b"the reader ended by signal 11" in seen.log
    assert CHIPS.fault_injector().edits(DEEP) == ()
    assert CHIPS.cheap_checks(bundle(), Candidate(DEEP)) == {DIED: 1.0}
    foreseen = CHIPS.static_diagnostic(bundle(), Candidate(DEEP))
    assert foreseen is not None
    assert (foreseen.outcome, foreseen.log) == (Outcome.REJECTED, seen.log)
    assert backend_of("chip_design").execute(bundle(), bundle().reference_candidate).outcome is Outcome.PASS

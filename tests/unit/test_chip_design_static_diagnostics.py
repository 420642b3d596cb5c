"""Foresight of chip design: what Icarus and the reject stage are bound to say of a text, without running either."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome

SEEDS: dict[str, TaskSeed] = {seed.seed_id: seed for seed in DOMAIN.builtin_seeds()}
GRAY = bundle_from_seed(SEEDS["builtin/gray_counter"])
FILE = GRAY.candidate_file


def said(code: str) -> tuple[Outcome, str]:
    found = DOMAIN.static_diagnostic(GRAY, Candidate(code))
    assert found is not None
    return found.outcome, found.text


def edited(old: str, new: str) -> str:
    assert old in GRAY.reference
    return GRAY.reference.replace(old, new, 1)


def test_a_forbidden_task_is_rejected_at_its_line() -> None:
    code = edited("always @(posedge clk) begin", "initial $finish;\n    always @(posedge clk) begin")
    line = code[: code.index("$finish")].count("\n") + 1
    assert said(code) == (Outcome.REJECTED, f"{FILE}:{line}: forbidden: $finish\n")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param("binary + 4'd1;\n", "binary + 4'd1\n", 11, id="the next token's line, after a blank one"),
        pytest.param("output reg  [3:0] gray,", "output reg  [3:0] gray", 6, id="ports without a comma"),
        pytest.param("    output wire [3:0] binary", "    wire [3:0] binary", 6, id="a port without a direction"),
        pytest.param("gray[3],", "gray[],", 11, id="an empty select"),
    ],
)
def test_a_syntax_error_stands_where_icarus_stops(old: str, new: str, line: int) -> None:
    assert said(edited(old, new)) == (Outcome.COMPILATION_ERROR, f"{FILE}:{line}: syntax error\n")


def test_a_bracket_in_a_comment_behind_a_comma_ends_no_list() -> None:
    """A model's port list: each port explained, some in brackets."""
    comma = next(line for line in GRAY.reference.splitlines() if line.rstrip().endswith(","))
    code = edited(comma, f"{comma} // the clock (50 MHz)\n    /* (active high) */")
    assert DOMAIN.static_diagnostic(GRAY, Candidate(code)) is None


def test_icarus_gives_up_at_the_end_of_the_text() -> None:
    code = edited("endmodule", "")
    text = f"{FILE}:{code.count(chr(10)) + 1}: syntax error\nI give up.\n"
    assert said(code) == (Outcome.COMPILATION_ERROR, text)


def test_a_comma_too_many_has_words_of_its_own() -> None:
    outcome, text = said(edited("output reg        wrap\n", "output reg        wrap,\n"))
    assert (outcome, text) == (
        Outcome.COMPILATION_ERROR,
        f"{FILE}:7: error: Superfluous comma in port declaration list.\n",
    )


def test_an_undeclared_name_in_a_condition_ends_the_process() -> None:
    outcome, text = said(edited("if (reset)", "if (rest)"))
    assert outcome is Outcome.COMPILATION_ERROR
    assert text == (
        f"{FILE}:14: error: Unable to bind wire/reg/memory `rest' in `gray_counter'\n"
        f"{FILE}:14: error: Unable to elaborate condition expression.\n"
        "Elaboration failed\n"
    )


def test_an_undeclared_name_that_is_assigned_to() -> None:
    outcome, text = said(edited("gray <= 4'd0", "grey <= 4'd0"))
    assert outcome is Outcome.COMPILATION_ERROR
    assert text.startswith(f"{FILE}:15: error: Could not find variable ``grey'' in ``gray_counter''\n1 error(s)")


def test_a_net_that_a_process_assigns_to() -> None:
    outcome, text = said(edited("output reg  [3:0] gray", "output wire [3:0] gray"))
    assert outcome is Outcome.COMPILATION_ERROR
    assert text.startswith(
        f"{FILE}:15: error: gray is not a valid l-value in gray_counter.\n"
        f"{FILE}:5:      : gray is declared here as wire.\n"
    )


ONE_ERROR = "1 error(s) during elaboration.\n"
SECOND = "    always @(posedge clk) {}\nendmodule"
MEMORY = "reg [3:0] seen [0:3];\n    always @(posedge clk) {}\nendmodule"


@pytest.mark.parametrize(
    ("code", "outcome", "text"),
    [
        (
            edited("endmodule", SECOND.format("if (reset) gray <= 4'd1;")),
            Outcome.SYNTHESIS_ERROR,
            "Warning: multiple conflicting drivers for gray_counter.\\gray [3]:\n",
        ),
        (
            edited(
                "endmodule", SECOND.format("{wrap, seen[2]} <= 2'd1;").replace("    always", "reg [3:0] seen; always")
            ),
            Outcome.SYNTHESIS_ERROR,
            "Warning: multiple conflicting drivers for gray_counter.\\wrap:\n",
        ),
        (
            edited("endmodule", MEMORY.format("if (reset) seen <= 0;")),
            Outcome.COMPILATION_ERROR,
            f"{FILE}:24: error: Cannot assign to array seen. Did you forget a word index?\n{ONE_ERROR}",
        ),
        (
            edited("endmodule", "    wire [3:0] more;\n    assign more[4] = clk;\nendmodule"),
            Outcome.COMPILATION_ERROR,
            f"{FILE}:24: error: Index more[4] is out of range.\n{ONE_ERROR}",
        ),
    ],
    ids=["two drivers", "two drivers of a bit", "a whole array", "an index of a net"],
)
def test_what_others_get_wrong(code: str, outcome: Outcome, text: str) -> None:
    assert said(code) == (outcome, text)


@pytest.mark.parametrize(
    "more",
    [
        "reg [3:0] seen;\n    always @(posedge clk) seen[0] <= enable;\n    always @(posedge clk) seen[1] <= enable;\n",
        "integer i;\n    always @(posedge clk) for (i = 0; i < 2; i = i + 1) ;\n    always @(posedge clk) i = 0;\n",
        "reg [3:0] seen [0:3];\n    always @(posedge clk) seen[0] <= 1;\n    always @(posedge clk) seen[1] <= 2;\n",
        "initial gray = 0;\n",
        "wire [3:0] more = gray >> 1;\n    wire last = more[4];\n",
    ],
    ids=["other bits", "a loop's counter", "a memory", "an initial value", "an index that is only read"],
)
def test_what_is_no_conflict_is_left_open(more: str) -> None:
    assert DOMAIN.static_diagnostic(GRAY, Candidate(edited("endmodule", f"    {more}endmodule"))) is None


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (edited("module gray_counter", "module gray_count"), "bench.v:24: error: Unknown module type: gray_counter\n"),
        (
            GRAY.reference.replace("enable", "enabled"),
            "bench.v:24: error: port ``enable'' is not a port of dut.\n1 error(s) during elaboration.\n",
        ),
        (
            edited("output wire [3:0] binary", "output wire [4:0] binary"),
            "bench.v:24: warning: Port 5 (binary) of gray_counter expects 5 bits, got 4.\n"
            "bench.v:24:        : Padding 1 high bits of the port.\n",
        ),
    ],
    ids=["no top", "no port", "another size"],
)
def test_what_the_bench_cannot_link(code: str, text: str) -> None:
    outcome, found = said(code)
    assert outcome is Outcome.LINK_ERROR
    assert found.startswith(text)


@pytest.mark.parametrize("seed_id", sorted(SEEDS))
def test_references_are_left_open(seed_id: str) -> None:
    if not SEEDS[seed_id].unusable:
        bundle = bundle_from_seed(SEEDS[seed_id])
        assert DOMAIN.static_diagnostic(bundle, bundle.reference_candidate) is None


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, len(GRAY.reference)),
    st.integers(0, len(GRAY.reference)),
    st.one_of(st.text(max_size=20), st.sampled_from(["(", ")", ";", "begin", "`", "\\", '"', "/*", "[", "module m;"])),
)
def test_nothing_is_raised_whatever_the_text(start: int, end: int, inserted: str) -> None:
    for code in (inserted, GRAY.reference[:start] + inserted, GRAY.reference[:start] + inserted + GRAY.reference[end:]):
        found = DOMAIN.static_diagnostic(GRAY, Candidate(code))
        assert found is None or (not found.outcome.passed and found.text)

"""What the interpretation of designs says of a candidate beside its reference."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.language.syntax import elaborate
from resources.domains.chip_design.prediction.cheap_checks import cheap_checks
from resources.domains.chip_design.prediction.simulator.comparison import over_made_up_inputs
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.unit.effort import ends_within

BUNDLES = [bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds() if not seed.unusable]
PORTS = "input clk, input rst, input en, input [3:0] d, output reg [3:0] q, output [3:0] y"
REFERENCE = f"""module m({PORTS});
  reg [3:0] held;
  assign y = held + d;
  always @(posedge clk or posedge rst)
    if (rst) begin q <= 0; held <= 0; end
    else if (en) begin q <= q + 1; held <= (q == 9) ? d : held; end
endmodule
"""
ALIKE = ["followed_differs", "followed_unknown", "followed_cut", "followed_outputs", "followed_registers"]
STRUCTURAL = ["latches", "loops", "drivers", "odd_resets", "ports_missing", "ports_resized", "ports_turned"]


def said(code: str, reference: str = REFERENCE) -> dict[str, float]:
    return dict(over_made_up_inputs(reference, "m", elaborate(code)).features)


def changed(old: str, new: str) -> dict[str, float]:
    assert old in REFERENCE
    return said(REFERENCE.replace(old, new))


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda bundle: bundle.seed_id)
def test_a_reference_is_followed_and_like_itself(bundle: EnvironmentBundle) -> None:
    found = over_made_up_inputs(bundle.reference, bundle.settings["top"], elaborate(bundle.reference)).features
    assert found["followed"] == found["followed_recognised"] == found["followed_until"] == 1.0
    assert found["followed_points"] > 20
    assert {name: found[name] for name in ALIKE + STRUCTURAL if found[name]} == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("assign y = held + d;", "assign y = d - ~held - 1;", id="other arithmetic"),
        pytest.param("held", "kept", id="a register of another name"),
        pytest.param("if (rst)", "if (!(!rst))", id="two negations"),
        pytest.param("(q == 9) ? d : held", "(q != 4'b1001) ? held : d", id="branches turned"),
    ],
)
def test_a_rewrite_is_the_same(old: str, new: str) -> None:
    found = changed(old, new)
    assert found["followed_recognised"] == 1.0
    assert [found[name] for name in ALIKE] == [0.0] * len(ALIKE)


@pytest.mark.parametrize(("bench", "prefix"), [("verilog", ""), ("cocotb", "driven_")])
def test_what_ports_are_worth_depends_on_the_bench(bench: str, prefix: str) -> None:
    """A Verilog bench names all ports when it is elaborated, a cocotb bench each one when it drives it."""
    bundle = replace(BUNDLES[0], reference=REFERENCE, settings={"top": "m", "bench": bench})
    found = cheap_checks(bundle, Candidate(re.sub(r"\ben\b", "enabled", REFERENCE)))
    assert {name: value for name, value in found.items() if "ports_" in name and value} == {
        f"{prefix}ports_missing": 1.0,
        f"{prefix}ports_added": 1.0,
    }


def test_a_fault_shows_in_the_outputs() -> None:
    found = changed("held + d", "held - d")
    assert found["followed_differs"] > 0.2
    assert found["followed_until"] < 0.2
    assert found["followed_outputs"] > 0.5


def test_a_fault_that_takes_long_to_reach_shows_in_single_steps() -> None:
    found = changed("(q == 9) ? d : held", "(q == 9 && d == 5) ? d : held")
    assert found["followed_registers"] > 0.0


def processor(wrong: int = -1) -> str:
    """Sixteen instructions, each carried out only where three signals agree; that of number `wrong` adds one more."""
    cases = "".join(
        f" {code}: next = {'1 + ' if code == wrong else ''}{{kept[{code % 8}], kept}} ^ d * {code + 3};"
        for code in range(16)
    )
    return (
        "module m(input clk, input rst, input run, input load, input [7:0] d, output reg [7:0] kept);\n"
        "  reg [3:0] code; reg halted; reg [7:0] next;\n"
        f"  always @* case (code){cases} endcase\n"
        "  always @(posedge clk) if (rst) begin kept <= 0; code <= 0; halted <= 0; end\n"
        "    else if (load) begin code <= d[3:0]; halted <= d[7]; end\n"
        "    else if (run && !halted) kept <= next;\nendmodule\n"
    )


def test_a_fault_in_each_of_many_branches_shows_in_single_steps() -> None:
    found = [said(processor(code), processor())["followed_registers"] for code in range(16)]
    assert min(found) > 0.0


def test_a_register_without_reset_is_unknown() -> None:
    assert changed("held <= 0;", "")["followed_unknown"] > 0.0


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        pytest.param(
            "assign y = held + d;", "reg [3:0] l; assign y = l; always @* if (en) l = d;", "latches", id="a latch"
        ),
        pytest.param("assign y = held + d;", "wire [3:0] l = l ^ d; assign y = l;", "loops", id="a loop"),
        pytest.param("endmodule", "assign y = d;\nendmodule", "drivers", id="two drivers"),
        pytest.param("posedge rst", "negedge rst", "odd_resets", id="a reset of the other level"),
        pytest.param("q <= 0;", "if (en) q <= 0;", "odd_resets", id="a reset under a condition"),
        pytest.param("posedge rst", "rst", "odd_resets", id="a level among edges"),
        pytest.param("output [3:0] y", "input [3:0] y", "unsynthesisable", id="an input that is driven"),
        pytest.param("input en,", "input [1:0] en,", "ports_resized", id="a wider port"),
        pytest.param("output [3:0] y", "output [3:0] z, output [3:0] y", "ports_added", id="one port more"),
    ],
)
def test_what_synthesis_or_a_bench_refuses_is_counted(old: str, new: str, name: str) -> None:
    assert changed(old, new)[name] == 1.0


def test_a_second_loop_counts_beside_the_references() -> None:
    ring = REFERENCE.replace("assign y = held + d;", "wire [3:0] l = {l[2:0], d[0]}; assign y = l;")
    assert said(ring, ring)["loops"] == said(ring.replace("assign y = l", "assign y = l + held"), ring)["loops"] == 0.0
    assert said(ring.replace("assign y = l", "assign y = l ^ y"), ring)["loops"] == 1.0


def test_a_case_over_all_values_leaves_nothing_as_it_was() -> None:
    text = "reg [3:0] l; assign y = l; always @* case (d[0]) 0: l = held + d; 1: l = d + held; endcase"
    assert changed("assign y = held + d;", text)["latches"] == 0.0


def test_branches_of_a_reset_may_be_turned() -> None:
    text = REFERENCE.replace(
        "if (rst) begin q <= 0; held <= 0; end\n    else if (en) begin", "if (!rst) begin if (en) begin"
    )
    found = said(text.replace(": held; end", ": held; end end else begin q <= 0; held <= 0; end"))
    assert found["odd_resets"] == found["followed_differs"] == 0.0


def test_a_block_that_waits_for_nothing_never_runs() -> None:
    found = changed("endmodule", "always @* q = 0;\nendmodule")
    assert found["drivers"] == found["followed_differs"] == 0.0


def test_a_narrower_register_differs() -> None:
    assert changed("reg [3:0] held", "reg held")["followed_registers"] > 0.0


def test_another_top_is_missing() -> None:
    assert said(REFERENCE.replace("module m", "module n")) == {"followed": 0.0, "top_missing": 1.0}


def test_a_reference_that_waits_is_not_followed() -> None:
    assert said(REFERENCE, REFERENCE.replace("assign y", "initial #5 q = 1; assign y")) == {}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("integer i; always @* begin i = 0; while (1) i = i + 1; end", id="an endless loop"),
        pytest.param("reg a; always @(a) a = ~a; initial a = 0;", id="an endless event"),
        pytest.param("wire a; assign a = ~a;", id="a ring"),
        pytest.param("integer i; always @* for (i = 0; i < 1000000000; i = i + 1) held[0] = i[0];", id="a long loop"),
        pytest.param("wire [4000:0] w = {4000{d}} ** {4000{d}};", id="a large power"),
        pytest.param("function [3:0] f(input [3:0] v); f = f(v); endfunction wire [3:0] w = f(d);", id="a recursion"),
    ],
)
def test_a_hostile_design_ends_soon(text: str) -> None:
    found = ends_within(2.0, lambda: changed("endmodule", f"{text}\nendmodule"))
    assert all(math.isfinite(value) for value in found.values())


WORDS = st.sampled_from(
    [*REFERENCE.replace("(", " ( ").replace(";", " ; ").split(), "q", "4'd3", "<<", "1000", "[", "]", "begin"]
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(REFERENCE)), st.integers(0, 30), st.lists(WORDS, max_size=6))
def test_features_of_any_mutilated_design_are_finite_numbers(at: int, length: int, words: list[str]) -> None:
    bundle = BUNDLES[0]
    code = (
        bundle.reference[: at % len(bundle.reference)]
        + " ".join(words)
        + bundle.reference[at % len(bundle.reference) + length :]
    )
    features = DOMAIN.cheap_checks(bundle, Candidate(code))
    assert all(math.isfinite(value) for value in features.values())

"""Interfaces, cheats, cheap checks and instructions of any bundle, without a tool."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.instructions.router import TEXTS, structure, topics
from resources.domains.chip_design.language.interface import interface_of
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import MEANING
from tests.unit.effort import ends_within

SEEDS = DOMAIN.builtin_seeds()
BUNDLES = [bundle_from_seed(seed) for seed in SEEDS]
REQUIRED_CHEATS = {
    "finish_at_start",
    "print_pass_line",
    "print_in_final",
    "instantiate_RefModule",
    "read_reference_output",
    "force_reference_output",
    "force_match",
    "overwrite_errors",
    "write_results_file",
    "redefine_bench_modules",
    "read_nonce",
    "call_c",
    "include_bench",
    "stop",
    "break_bench_by_macros",
    "constant_all_zeros",
    "constant_all_ones",
    "constant_all_unknown",
}

HEADERS = {
    "module m(input clk, input [3:0] a, b, output reg signed [7:0] q, inout wire z);endmodule": [
        ("clk", "input", ""),
        ("a", "input", "[ 3 : 0 ] "),
        ("b", "input", "[ 3 : 0 ] "),
        ("q", "output", "signed [ 7 : 0 ] "),
        ("z", "inout", ""),
    ],
    "module m(a, q); input [1:0] a; output q; reg q; endmodule": [("a", "input", "[ 1 : 0 ] "), ("q", "output", "")],
    "module m #(parameter W = 4)(input logic [W-1:0] a); endmodule": [("a", "input", "[ W - 1 : 0 ] ")],
}


@pytest.mark.parametrize("text", HEADERS)
def test_ports(text: str) -> None:
    found = interface_of(text, "m")
    assert found is not None
    assert [(port.name, port.direction, port.shape) for port in found.ports] == HEADERS[text]
    again = interface_of(found.header() + "endmodule\n", "m")
    assert again == found


def test_a_parameter_of_the_body_that_ports_use_goes_into_the_header() -> None:
    found = interface_of("module m(a); parameter W = 3, D = 2; input [W-1:0] a; endmodule", "m")
    assert found is not None
    assert "parameter W = 3 , D = 2" in found.header()


def test_no_such_module() -> None:
    assert interface_of("module other(input a); endmodule", "m") is None
    with pytest.raises(ValueError, match="'counter'"):
        DOMAIN.empty_candidate(EnvironmentBundle("chip_design", "x", "", "", "c.v", "", {}, {"top": "counter"}))


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda bundle: bundle.seed_id)
def test_the_suite_is_whole_and_keeps_the_interface(bundle: EnvironmentBundle) -> None:
    cheats = {cheat.name: cheat for cheat in DOMAIN.cheats(bundle)}
    assert set(cheats) >= REQUIRED_CHEATS
    own = interface_of(bundle.reference, bundle.settings["top"])
    for cheat in cheats.values():
        if not cheat.candidate.code.startswith("`include"):
            assert interface_of(cheat.candidate.code, bundle.settings["top"]).named("input") == own.named("input")
    assert interface_of(DOMAIN.empty_candidate(bundle).code, bundle.settings["top"]).ports == own.ports
    assert DOMAIN.cheats(bundle) == DOMAIN.cheats(bundle)


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda bundle: bundle.seed_id)
def test_cheap_checks_of_a_reference(bundle: EnvironmentBundle) -> None:
    features = DOMAIN.cheap_checks(bundle, bundle.reference_candidate)
    assert features["likeness"] == 1.0
    assert features["syntax_errors"] == features["forbidden"] == features["lines_added"] == 0.0
    assert all(value == 0.0 for name, value in features.items() if name.startswith("more_"))
    ends_within(0.1, lambda: DOMAIN.cheap_checks(bundle, bundle.reference_candidate))  # 1 to 3 ms on an idle machine


@given(st.text(max_size=300))
def test_cheap_checks_of_anything_are_finite(text: str) -> None:
    features = DOMAIN.cheap_checks(BUNDLES[0], Candidate(text))
    assert all(math.isfinite(value) for value in features.values())


def test_an_edit_shows() -> None:
    bundle = BUNDLES[0]
    edited = Candidate(bundle.reference.replace("endmodule", "always @(posedge nothing) ;\nendmodule"))
    features = DOMAIN.cheap_checks(bundle, edited)
    assert features["more_always"] == 1.0
    assert features["lines_added"] == 1.0
    assert features["semantic_UndeclaredIdentifier"] == 1.0


TOPICS = {
    "module m(input a, output b); assign b = ~a; endmodule": {"latch_avoidance", "combinational_depth"},
    "module m(input clk, input rst, input d, output reg q); always @(posedge clk or posedge rst) if (rst) q <= 0;"
    " else q <= d; endmodule": {"clocked_logic", "reset_style"},
    "module m(input ca, input cb, output reg p, q); always @(posedge ca) p <= q;"
    " always @(posedge cb) q <= p; endmodule": {"clock_domain_crossing"},
    "module m(input clk, input [3:0] a, output reg [7:0] q); reg [7:0] r [0:15];"
    " always @(posedge clk) q <= r[a] * a; endmodule": {"memories", "arithmetic_pipelines", "combinational_depth"},
    "module m(input clk, output reg [1:0] s); always @(posedge clk)"
    " case (s) 0: s <= 1; default: s <= 0; endcase endmodule": {"state_machines"},
}


@pytest.mark.parametrize("code", TOPICS)
def test_topics_follow_the_structure(code: str) -> None:
    chosen = set(topics(structure(code), ""))
    assert chosen >= TOPICS[code] | {"general", "widths_and_signs"}
    assert ("clocked_logic" in chosen) == ("posedge" in code)
    assert "handshakes" in topics(structure(code), "a valid/ready handshake")


def test_one_clock_with_a_reset_is_no_crossing() -> None:
    assert structure(list(TOPICS)[1]).clocks == {"clk"}
    assert "clock_domain_crossing" not in topics(structure(list(TOPICS)[1]), "")


def test_instructions_hold_their_topics_and_not_the_reference() -> None:
    for bundle in BUNDLES:
        found = DOMAIN.instructions(bundle)
        assert found.version == TEXTS.version
        assert found.text.count("## ") >= len(found.topics)
        assert found == DOMAIN.instructions(replace(bundle, reference=bundle.reference + "\n// note"))


def test_outcomes_are_labels_with_a_meaning() -> None:
    assert set(DOMAIN.outcomes) <= set(MEANING)
    assert all(DOMAIN.outcomes.values())


@pytest.mark.parametrize("code", ["s+", "sS+-;", "a;", "x <= 2;", "if (a) b = 1;", "1"])
def test_a_fragment_is_read_as_a_file(code: str) -> None:
    """pyslang takes it for an expression or a statement where it may guess, and elaborating `s+` as one ends in a
    segmentation fault."""
    features = DOMAIN.cheap_checks(BUNDLES[0], Candidate(code))
    assert features["syntax_errors"] > 0.0
    assert "semantic_errors" in features, "it was elaborated"

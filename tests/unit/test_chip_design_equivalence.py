"""The setting `exact`, the comparison that is made of it, and what a solver's table gives."""

import pytest

from resources.domains.chip_design.execution.stages.comparison_bench import Stimulus, comparison_bench, constants_of
from resources.domains.chip_design.execution.stages.comparison_modules import comparison_module, miter_module
from resources.domains.chip_design.execution.stages.coverage import covers_all
from resources.domains.chip_design.execution.stages.equivalence import vectors_of
from resources.domains.chip_design.execution.stages.exactness import Exactness, exactness_of
from resources.domains.chip_design.execution.stages.netlist import named, with_parameters
from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.language.syntax import parse
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed

EXACT = [seed for seed in builtin_seeds() if "exact" in seed.settings]
REFERENCE = "module m(input clk, input rst_n, input [3:0] a, output reg [3:0] q, output v); endmodule"
INTERFACE = interface_of(REFERENCE, "m")
SOLUTION = """# FALSIFYING OUTPUTS: differs
age@0=0
clk@0=0
a[0] alias@0=1
a[2]@0=1
rst_n@0=1
a[3]@4=1
a[2]@4=1
a[1]@4=1
a[0]@4=1
rst_n@4=1
"""
PROVED = {"loose.txt": b"", "asynchronous.txt": b"", "synchronous.txt": b"miter/$procdff$1"}


def test_the_setting_is_read() -> None:
    assert exactness_of({}) is None
    assert exactness_of({"exact": "combinational"}) == Exactness()
    assert exactness_of({"exact": "clk !rst_n q=v 4"}) == Exactness(("clk",), {"rst_n": 0}, {"q": "v"}, 4)
    two = exactness_of({"exact": "a,b x,!y i~1?0 0"})
    assert two == Exactness(("a", "b"), {"x": 1, "y": 0}, {}, 0, (("i", "1?0"),))


@pytest.mark.parametrize("seed", EXACT, ids=lambda seed: seed.seed_id)
def test_what_a_task_names_are_its_ports(seed: TaskSeed) -> None:
    exact = exactness_of(seed.settings)
    interface = interface_of(seed.reference, seed.settings["top"])
    assert exact is not None
    assert interface is not None
    assert {*exact.clocks, *exact.resets, *dict(exact.patterns)} <= set(interface.named("input"))
    assert exact.conditions.keys() <= set(interface.named("output"))
    texts = [comparison_module(interface, exact), comparison_bench(interface, exact, Stimulus(["0"], ["5'd17"], True))]
    if len(exact.clocks) < 2:
        texts.append(miter_module(interface, exact))
    assert not [item for text in texts for item in parse(text).diagnostics if item.isError()]


def test_every_builtin_task_is_exact() -> None:
    assert len(EXACT) == len(builtin_seeds())


def test_an_output_counts_where_its_condition_holds() -> None:
    assert INTERFACE is not None
    text = comparison_module(INTERFACE, Exactness(("clk",), {"rst_n": 0}, {"q": "v&!busy"}))
    assert "{gold_v & !gold_design.busy & (gold_q != gate_q), (gold_v != gate_v)}" in text


def test_a_solution_is_inputs_by_cycles() -> None:
    """Before the first comparison the reset is held, whatever the solver left it at."""
    assert INTERFACE is not None
    exact = Exactness(("clk",), {"rst_n": 0})
    assert vectors_of(SOLUTION, INTERFACE, exact) == ["00101", "11111"]
    assert vectors_of("", INTERFACE, exact) == []
    assert "follow(5'b00101, 5'b00101);" in comparison_bench(INTERFACE, exact, Stimulus(["00101"]))


def test_a_reset_is_drawn_from_many_bits() -> None:
    """All ten at once, or five of them where the lowest chose that at the reset before."""
    assert INTERFACE is not None
    exact = Exactness(("clk",), {"rst_n": 0})
    ones, few = range(1, 11), range(1, 6)

    def drawn(cycle: int, bits: range | tuple[int, ...]) -> str:
        return "".join(f"reset_draws[{bit}]@{cycle}=1\n" for bit in bits)

    solution = "a[0]@4=1\n" + drawn(5, few) + drawn(6, ones) + drawn(6, (0,)) + drawn(7, few) + "a[0]@8=1\n"
    shown = vectors_of("rst_n@0=1\n" + solution, INTERFACE, exact)
    assert [vector[0] for vector in shown] == ["0", "1", "1", "0", "0", "1"]


def test_a_proof_holds_for_registers_of_one_kind() -> None:
    assert covers_all(PROVED)
    assert not covers_all({})
    assert not covers_all(PROVED | {"loose.txt": b"miter/$procdff$2"})
    assert not covers_all(PROVED | {"asynchronous.txt": b"miter/$procdff$2"})


def test_constants_are_the_candidates_own() -> None:
    netlist = "x == 8'ha7; y == 32'd1445; z == 4'bxx01; w == 2'h3; v == 8'h3c;"
    assert constants_of(netlist, "8'd60") == ["8'd167", "11'd1445"]
    assert INTERFACE is not None
    bench = comparison_bench(INTERFACE, Exactness(("clk",), {"rst_n": 0}), Stimulus(constants=["3'd5", "8'd167"]))
    assert "planted = 3'd5" in bench
    named = Stimulus(constants=["3'd5", "4'd9"], named=1)
    assert "($random(seed) & 1) ? 1 : 2" in comparison_bench(INTERFACE, Exactness(("clk",), {"rst_n": 0}), named)
    assert "167" not in bench


@pytest.mark.parametrize("top", ["m", "\\m.x "])
def test_a_netlist_has_another_name_with_parameters_too(top: str) -> None:
    netlist = f"module {top}(a);\nendmodule\n"
    assert named(netlist, top.strip("\\ "), "gate").startswith("module gate(a)")
    given = with_parameters(netlist, top.strip("\\ "), {"W": "4'b0001"})
    assert named(given, top.strip("\\ "), "gate").startswith("module gate#(parameter W = 4'b0001)")

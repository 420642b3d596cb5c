"""The setting `exact`, the comparison that is made of it, and what a solver's table gives."""

import pytest

from resources.domains.chip_design.seeds.library import builtin_seeds
from resources.domains.chip_design.stages.equivalence import vectors_of
from resources.domains.chip_design.stages.equivalence_bench import (
    Exactness,
    comparison_bench,
    comparison_module,
    exactness_of,
)
from resources.domains.chip_design.stages.netlist import named, with_parameters
from resources.domains.chip_design.syntax import interface_of, parse
from resources.domains.seed import TaskSeed

EXACT = [seed for seed in builtin_seeds() if "exact" in seed.settings]
REFERENCE = "module m(input clk, input rst_n, input [3:0] a, output reg [3:0] q, output v); endmodule"
INTERFACE = interface_of(REFERENCE, "m")
SOLUTION = r"""
SAT proof finished - model found: FAIL!

  Time Signal Name        Dec       Hex             Bin
  ---- ----------- ----------- --------- ---------------
     1 \clk                  0         0               0
     1 \a                    5         5            0101
     1 \rst_n                0         0               0
  ---- ----------- ----------- --------- ---------------
     2 \a                   --        --            1111
     2 \clk                  0         0               0
     2 \rst_n                1         1               1
"""


def test_the_setting_is_read() -> None:
    assert exactness_of({}) is None
    assert exactness_of({"exact": "combinational"}) == Exactness()
    assert exactness_of({"exact": "clk !rst_n q=v 4"}) == Exactness("clk", "rst_n", 0, {"q": "v"}, 4)


@pytest.mark.parametrize("seed", EXACT, ids=lambda seed: seed.seed_id)
def test_what_a_task_names_are_its_ports(seed: TaskSeed) -> None:
    exact = exactness_of(seed.settings)
    interface = interface_of(seed.reference, seed.settings["top"])
    assert exact is not None
    assert interface is not None
    assert {exact.clock, exact.reset} - {""} <= set(interface.named("input"))
    assert {*exact.conditions, *exact.conditions.values()} <= set(interface.named("output"))
    text = comparison_module(interface, exact) + comparison_bench(interface, exact)
    assert not list(parse(text).diagnostics)


def test_an_output_counts_where_its_condition_holds() -> None:
    assert INTERFACE is not None
    text = comparison_module(INTERFACE, Exactness("clk", "rst_n", 0, {"q": "v"}))
    assert "{gold_v & (gold_q != gate_q), (gold_v != gate_v)}" in text


def test_a_solution_is_inputs_by_cycles() -> None:
    assert INTERFACE is not None
    exact = Exactness("clk", "rst_n", 0)
    assert vectors_of(SOLUTION, INTERFACE, exact) == ["00101", "11111"]
    assert vectors_of(SOLUTION.replace("FAIL", "none"), INTERFACE, exact) == []
    assert "drive(5'b00101);" in comparison_bench(INTERFACE, exact, ["00101"])


@pytest.mark.parametrize("top", ["m", "\\m.x "])
def test_a_netlist_has_another_name_with_parameters_too(top: str) -> None:
    netlist = f"module {top}(a);\nendmodule\n"
    assert named(netlist, top.strip("\\ "), "gate").startswith("module gate(a)")
    given = with_parameters(netlist, top.strip("\\ "), {"W": "4'b0001"})
    assert named(given, top.strip("\\ "), "gate").startswith("module gate#(parameter W = 4'b0001)")

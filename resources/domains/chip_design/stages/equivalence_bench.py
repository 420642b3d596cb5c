"""The Verilog in which two netlists, `gold` and `gate`, get the same inputs: what compares them, and what drives both.

Written here from a task's ports and its setting `exact`. Who runs it is `equivalence`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from resources.domains.chip_design.syntax import Interface, Port
from resources.execution.errors import PermanentEnvironmentFailure

RESET_CYCLES = 4
"""Before the first comparison: one would do for each of the tasks, and a reset may pass through flip-flops."""
SOLVED_CYCLES = 10
"""After the reset: enough for a wrong step out of any state that a load or a few steps reach."""
_COMBINATIONAL = "combinational"
_RANGE = re.compile(r"\[ (\d+) : (\d+) \]")


@dataclass(frozen=True)
class Exactness:
    """What fixes a task's outputs in every cycle after a reset: its clock ("" without one), the reset's name and
    active level, and by output the port that says when it is fixed, where it is not always. `solved` is for how many
    cycles a solver looks for a difference."""

    clock: str = ""
    reset: str = ""
    active: int = 1
    conditions: Mapping[str, str] = field(default_factory=dict)
    solved: int = SOLVED_CYCLES

    def random_inputs(self, interface: Interface) -> tuple[Port, ...]:
        return tuple(port for port in _of(interface, "input") if port.name != self.clock)

    def compared(self, side: str, port: Port) -> str:
        """That `side` ("gold" or "gate") says whether an output counts now; "" where it always does."""
        condition = self.conditions.get(port.name)
        return f"{side}_{condition} & " if condition else ""


def exactness_of(settings: Mapping[str, str]) -> Exactness | None:
    """The setting `exact`: "combinational", or clock and reset ("!reset_n": active low), and then "output=condition"
    for some outputs and a number of cycles where ten are too hard to solve."""
    words = settings.get("exact", "").split()
    if not words:
        return None
    if words == [_COMBINATIONAL]:
        return Exactness()
    clock, reset, *others = words
    conditions = dict(word.split("=", 1) for word in others if "=" in word)
    solved = [int(word) for word in others if word.isdigit()] or [SOLVED_CYCLES]
    return Exactness(clock, reset.lstrip("!"), 0 if reset.startswith("!") else 1, conditions, solved[0])


def comparison_module(interface: Interface, exact: Exactness) -> str:
    """The module `beside`: both designs under the same inputs, and `differs`."""
    inputs, outputs = _of(interface, "input"), _of(interface, "output")
    heads = ", ".join(f"input {port.shape}{port.name}" for port in inputs)
    wires = "".join(f"  wire {port.shape}gold_{port.name}, gate_{port.name};\n" for port in outputs)
    same = ", ".join(f".{port.name}({port.name})" for port in inputs)
    designs = "".join(
        f"  {side} {side}_design({same}, {', '.join(f'.{port.name}({side}_{port.name})' for port in outputs)});\n"
        for side in ("gold", "gate")
    )
    wrong = ", ".join(_wrong(port, exact) for port in outputs)
    return f"module beside({heads}, output differs);\n{wires}{designs}  assign differs = |{{{wrong}}};\nendmodule\n"


def _wrong(port: Port, exact: Exactness, inside: str = "") -> str:
    """Unknown where a side is unknown in it, which is no difference: only hardware is compared."""
    condition = exact.compared(f"{inside}gold", port)
    return f"{condition}({inside}gold_{port.name} != {inside}gate_{port.name})"


def comparison_bench(interface: Interface, exact: Exactness, vectors: Sequence[str] = ()) -> str:
    """A bench that drives `vectors`, texts of bits in the order of the inputs, or else many random ones.

    It ends at the first difference and says which outputs differ; without one it says nothing.
    """
    inputs = exact.random_inputs(interface)
    listed = "".join(f"    drive({len(vector)}'b{vector});\n" for vector in vectors)
    reset = [port.name for port in inputs].index(exact.reset) if exact.reset else 0
    place = sum(width(port) for port in inputs[reset + 1 :])
    return _BENCH.format(
        wires="".join(f"  reg {port.shape}in_{port.name};\n" for port in inputs)
        + (f"  reg in_{exact.clock} = 0;\n" if exact.clock else ""),
        ports=", ".join(f".{port.name}(in_{port.name})" for port in _of(interface, "input")),
        inputs=", ".join(f"in_{port.name}" for port in inputs),
        high=sum(width(port) for port in inputs) - 1,
        clock=f"in_{exact.clock} = 1; #5 in_{exact.clock} = 0; #1" if exact.clock else "",
        skipped=RESET_CYCLES if exact.reset else 0,
        reset=f"drawn[{place}] = resetting ? 1'b{exact.active} : 1'b{1 - exact.active};" if exact.reset else "",
        reports="".join(_report(port, exact) for port in _of(interface, "output")),
        stimulus=listed or (_SEQUENTIAL if exact.clock else _VECTORS),
    )


def _report(port: Port, exact: Exactness) -> str:
    values = f"pair.gold_{port.name}, pair.gate_{port.name}"
    return (
        f"        if (({_wrong(port, exact, 'pair.')}) === 1'b1)\n"
        f'          $display("MISMATCH cycle=%0d {port.name}: expected %0d got %0d", cycle, {values});\n'
    )


def _of(interface: Interface, direction: str) -> tuple[Port, ...]:
    return tuple(port for port in interface.ports if port.direction == direction)


def width(port: Port) -> int:
    """Bits of a port. Raises PermanentEnvironmentFailure where they are not written as numbers."""
    found = _RANGE.search(port.shape)
    if found is None and "[" in port.shape + port.name:
        raise PermanentEnvironmentFailure(f"`exact` needs ports of written sizes, not {port.shape}{port.name}")
    return abs(int(found[1]) - int(found[2])) + 1 if found else 1


_VECTORS = "    repeat (4096) begin draw(fresh); drive(fresh); end\n"
_SEQUENTIAL = """    repeat (48) stretch(64);
    repeat (4) stretch(512);
    repeat (5) stretch(2560);
"""
"""Most errors show soon after a reset, for one pattern of controls; what counts needs long stretches without one."""
_BENCH = """module bench;
{wires}  wire differs;
  beside pair({ports}, .differs(differs));
  reg [{high}:0] fresh, drawn, ones, zeros, slow;
  integer seed = 1, cycle = 0, resets = {skipped}, i;
  reg resetting;

  task draw(output reg [{high}:0] value);
    repeat (({high} + 32) / 32) value = {{value, $random(seed)}};
  endtask

  // The clock is low while inputs change, and outputs are looked at right before its edge.
  task drive(input reg [{high}:0] values);
    begin
      {{{inputs}}} = values;
      #5 if (cycle >= {skipped} && differs === 1'b1) begin
{reports}        $finish;
      end
      {clock} cycle = cycle + 1;
    end
  endtask

  // Within a stretch some bits stay at 1, some at 0, and some change seldom: controls that are held get far.
  task stretch(input integer length);
    begin
      draw(ones); draw(fresh); ones = ones & fresh; draw(fresh); ones = ones & fresh;
      draw(zeros); draw(fresh); zeros = zeros & fresh; draw(fresh); zeros = zeros & fresh;
      draw(slow); draw(fresh); slow = slow & fresh; draw(drawn);
      if (cycle > 0) resets = $random(seed) & 3;
      for (i = 0; i < length; i = i + 1) begin
        draw(fresh);
        if ($random(seed) & 15) fresh = (fresh & ~slow) | (drawn & slow);
        drawn = (fresh | ones) & ~zeros;
        resetting = i < resets;
        {reset}
        drive(drawn);
      end
    end
  endtask

  initial begin
{stimulus}    $finish;
  end
endmodule
"""

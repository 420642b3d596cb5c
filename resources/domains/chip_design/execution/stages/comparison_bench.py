"""The bench that drives reference and candidate side by side: which inputs, in which stretches, and what it reports.

The modules that compare them are `comparison_modules`; who runs it is `equivalence`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.execution.stages.comparison_modules import NETLISTS, Sides, wrong
from resources.domains.chip_design.execution.stages.exactness import (
    RESET_CYCLES,
    Exactness,
    ports_of,
    width,
)
from resources.domains.chip_design.execution.stages.long_waits import DECLARED, KEEP, TICKS, long_waits
from resources.domains.chip_design.execution.stages.word_sequences import acceptance, word_sequences
from resources.domains.chip_design.language.interface import Interface, Port


@dataclass(frozen=True)
class Stimulus:
    """What is driven besides random inputs: `vectors` first, texts of bits in the order of the inputs; `constants` of
    the candidate's, as Verilog's literals, now and then in the place of some bits, or right above the bits `lows`, the
    first of them, which its source names, as often as all others together; and
    with `resets_at_once` a reset that comes and goes between two edges of the clock. A brief one has stretches of
    constants and few others; one with `patience` two without a reset for so many cycles."""

    vectors: Sequence[str] = ()
    constants: Sequence[str] = ()
    resets_at_once: bool = False
    is_brief: bool = False
    patience: int = 0
    lows: Sequence[int] = ()
    named: int = 0


def constants_of(netlist: str, reference: str) -> list[str]:
    """Numbers that stand in a candidate's text and not in the reference's, as literals of the fewest bits: an error
    for one value of an input names the value."""
    known = {_value(match) for match in _CONSTANT.finditer(reference)}
    own = dict.fromkeys(_value(match) for match in _CONSTANT.finditer(netlist))
    return [f"{value.bit_length()}'d{value}" for value in own if value > 3 and value not in known][:MOST_CONSTANTS]


def fields_of(text: str) -> list[int]:
    """Where the parts of signals begin that a candidate's text names: an error for one value of a field names both."""
    return sorted({int(low) for _, low in _FIELD.findall(text) if int(low) < 64})[:MOST_FIELDS]


def _value(match: re.Match[str]) -> int:
    """0 for what is no number, or no small one."""
    try:
        value = int(match[3].replace("_", ""), _BASES[match[2].lower()])
    except ValueError:
        return 0
    return value if value.bit_length() <= 64 else 0


def comparison_bench(interface: Interface, exact: Exactness, stimulus: Stimulus, sides: Sides = NETLISTS) -> str:
    """The module `bench_gold`, that drives both designs with `stimulus` and many random inputs.

    It ends at the first difference and says which outputs differ; without one it says nothing.
    """
    inputs = exact.random_inputs(interface)
    places = _places(inputs)
    following = [*stimulus.vectors[1:], *stimulus.vectors[-1:]]
    listed = "".join(
        f"    follow({len(now)}'b{now}, {len(after)}'b{after});\n"
        for now, after in zip(stimulus.vectors, following, strict=True)
    )
    resetting = [(places[name], active) for name, active in exact.resets.items()]
    planted = _planted(stimulus, inputs)
    high = sum(width(port) for port in inputs) - 1
    sequences = word_sequences(interface, exact, places, high)
    forms = _forms([(places[name], form) for name, form in exact.patterns])
    plant = "if (constant || ($random(seed) & 3) == 0) repeat (constant ? 4 : 1) plant;" if planted else ""
    pulse = "".join(
        "".join(f"in_{name} = {active ^ level}; " for name, active in exact.resets.items()) + "#1 look; "
        for level in (0, 1)
    )
    return _BENCH.format(
        gold=sides.gold,
        controls="".join(f"stirred[{place}] = values[{place}]; " for place, _ in resetting),
        wires="".join(f"  reg {port.shape}in_{port.name};\n" for port in inputs)
        + "".join(f"  reg in_{clock} = 0;\n" for clock in exact.clocks),
        ports=", ".join(f".{port.name}(in_{port.name})" for port in ports_of(interface, "input")),
        inputs=", ".join(f"in_{port.name}" for port in inputs),
        high=high,
        clock=_ticks(exact.clocks, bool(sequences)),
        sequences=sequences,
        order="      if (ordered) order;\n" if sequences else "",
        waiting=DECLARED,
        keep=KEEP,
        ordered="        if (ordered) follow_words;\n" if sequences else "",
        skipped=exact.skipped,
        held=" ? 0 : 3" if len(exact.clocks) > 1 else "",
        reset=" ".join(f"drawn[{place}] = resetting ? 1'b{active} : 1'b{1 - active};" for place, active in resetting),
        narrowed="".join(_narrowed(port, places[port.name]) for port in inputs if width(port) > 4),
        mirror=_mirrored(inputs, places),
        shaped=f"        shape = {{$random(seed)}} % {len(exact.patterns) + 1};\n{forms}" if forms else "",
        reshaped=f"        if ($random(seed) & 1) begin\n{forms}        end\n" if forms and planted else "",
        pulse=f"if (length < 512 && ($random(seed) & 31) == 0) begin {pulse}end" if stimulus.resets_at_once else "",
        reports="".join(_report(port, interface, exact, sides.gold) for port in ports_of(interface, "output")),
        plant=plant,
        planted=planted,
        stimulus=_filled(exact, interface, places)
        + (f"{listed}    early = 1;\n{listed}    early = 0;\n" if listed and exact.clocks else listed)
        + _stretches(exact, stimulus, plant, "plant;" if planted else "", bool(sequences))
        + ("" if stimulus.is_brief or not exact.clocks else long_waits(interface, exact, places)),
    )


def _stretches(exact: Exactness, stimulus: Stimulus, plant: str, planted: str, is_ordered: bool) -> str:
    """The random part: short where it is brief, with constants where the candidate has some."""
    if not exact.clocks:
        count = 1024 if stimulus.is_brief else 4096
        return _VECTORS.format(plant=plant, count=count) + (_ORDERED_VECTORS if is_ordered else "")
    clocks = len(exact.clocks)
    others = _BRIEF if stimulus.is_brief else _SEQUENTIAL.format(length=_LENGTH * clocks, long=1 if is_ordered else 2)
    mirrored = "" if stimulus.is_brief else _MIRRORED
    ordered = _ORDERED.format(count=24 * clocks) if is_ordered and not stimulus.is_brief else ""
    patient = f"    repeat (2) stretch({stimulus.patience});\n" if stimulus.patience else ""
    return (_CONSTANT_STRETCHES if planted else "") + others + mirrored + ordered + patient


def _filled(exact: Exactness, interface: Interface, places: Mapping[str, int]) -> str:
    """A reset, and then each word of the memory that none clears."""
    if exact.filled is None:
        return ""
    address, write = exact.filled
    words = exact.words(interface)
    resets = "".join(
        f"drawn[{places[name]}] = {active} ^ (i >= {exact.skipped}); " for name, active in exact.resets.items()
    )
    place, size = places[address], (words - 1).bit_length()
    return (
        f"    for (i = 0; i < {exact.skipped + words}; i = i + 1) begin draw(drawn); {resets}"
        f"drawn[{places[write]}] = 1; drawn[{place} +: {size}] = i - {exact.skipped}; drive(drawn); end\n"
    )


def _places(inputs: Sequence[Port]) -> dict[str, int]:
    """The lowest bit of each input in all of them together."""
    places, place = {}, 0
    for port in reversed(inputs):
        places[port.name] = place
        place += width(port)
    return places


def _ticks(clocks: Sequence[str], is_ordered: bool) -> str:
    """One clock ticks in each cycle; of several any, one after the other, as unrelated clocks seldom agree."""
    accept = [acceptance(index) if is_ordered else "" for index, _ in enumerate(clocks)]
    if len(clocks) < 2:
        return "".join(f"{accept[0]}in_{clock} = 1; #2 stir(values); #3 in_{clock} = 0; #1" for clock in clocks)
    tick = (
        "if (cycle < {skipped} || resetting || ticks[{index}]) "
        "begin {accept}in_{clock} = 1; #2 stir(values); #3 in_{clock} = 0; #1 look; end"
    )
    listed = " ".join(
        tick.format(index=index, clock=clock, skipped=RESET_CYCLES, accept=accept[index])
        for index, clock in enumerate(clocks)
    )
    return f"ticks = $random(seed) | rushing; {TICKS}{listed} #1"


def _narrowed(port: Port, place: int) -> str:
    """For a stretch, an input of some width may hold small numbers only: addresses and lengths that mean something."""
    size = width(port)
    return (
        f"      if ($random(seed) & 1) zeros[{place + size - 1}:{place}] = zeros[{place + size - 1}:{place}]"
        f" | ({{{size}{{1'b1}}}} << ({{$random(seed)}} % {size}));\n"
    )


def _mirrored(inputs: Sequence[Port], places: Mapping[str, int]) -> str:
    """In half of the cycles all digits of wide inputs are one, or its complement: the same ones in each input, or all
    the others."""
    wide = [port for port in inputs if width(port) >= 8]
    digits = [
        f"drawn[{places[port.name] + 4 * place} +: 4] = digit ^ {{4{{form[{place % 8}] ^ flips[{index % 8}]}}}}; "
        for index, port in enumerate(wide)
        for place in range(width(port) // 4)
    ]
    drawn = "digit = $random(seed); form = $random(seed); flips = $random(seed); "
    return f"if ($random(seed) & 1) begin {drawn}{''.join(digits)}end " if digits else ""


def _forms(patterns: Sequence[tuple[int, str]]) -> str:
    """In most cycles an input takes one of its patterns, and in half of them again where constants stand in it now: one
    that is as wide as the input would leave nothing else of it."""
    lines = []
    for index, (place, form) in enumerate(patterns):
        ones = "".join("1" if letter == "1" else "0" for letter in form)
        kept = "".join("0" if letter in "01" else "1" for letter in form)
        bits = f"drawn[{place + len(form) - 1}:{place}]"
        lines.append(f"        if (shape == {index}) {bits} = {bits} & {len(form)}'b{kept} | {len(form)}'b{ones};\n")
    return "".join(lines)


def _planted(stimulus: Stimulus, inputs: Sequence[Port]) -> str:
    """A task that puts a constant into an input that has room for it: at its low end, where a field begins, or
    anywhere."""
    places = _places(inputs)
    cases: list[str] = []
    named = 0
    for number, text in enumerate(stimulus.constants):
        size = int(text.partition("'")[0])
        room = [(places[port.name], width(port) - size + 1) for port in inputs if width(port) >= size]
        room += [(place + low, 1) for place, free in room for low in stimulus.lows if 0 < low < free]
        if room:
            named += number < stimulus.named
            cases.append(_PLANTED.format(index=len(cases), text=text, size=size, count=len(room), places=_choice(room)))
    return _PLANT.format(cases="".join(cases), count=len(cases), named=named or len(cases)) if cases else ""


def _choice(room: Sequence[tuple[int, int]]) -> str:
    return "".join(
        f" {index}: place = {place} + ($random(seed) & 1) * ({{$random(seed)}} % {free});"
        for index, (place, free) in enumerate(room)
    )


def _report(port: Port, interface: Interface, exact: Exactness, gold: str) -> str:
    """The name of the reference's module, which no candidate knows, tells the line from a candidate's own."""
    values = f"pair.gold_{port.name}, pair.gate_{port.name}"
    return (
        f"        if (({wrong(port, interface, exact, 'pair.')}) === 1'b1)\n"
        f'          $display("{gold} MISMATCH cycle=%0d {port.name}: expected %0d got %0d", cycle, {values});\n'
    )


_VECTORS = "    repeat ({count}) begin draw(drawn); {plant} drive(drawn); constant = $random(seed); end\n"
_LENGTH = 2560
MOST_CONSTANTS = 48
_CONSTANT = re.compile(r"\b(\d+)\s*'s?([hbd])\s*([0-9a-f][0-9a-f_]*)\b", re.IGNORECASE)
_FIELD = re.compile(r"\[\s*(\d{1,4})\s*:\s*(\d{1,4})\s*\]")
MOST_FIELDS = 16
_BASES = {"h": 16, "b": 2, "d": 10}
_CONSTANT_STRETCHES = "    constants = 1; repeat (24) stretch(128); constants = 0;\n"
"""Constants of the candidate in all inputs at once, one after the other: what waits for two of them meets both."""
_MIRRORED = "    mirrored = 1; repeat (16) stretch(64); mirrored = 0;\n"
"""Operands made of one digit and its complement: what waits for a relation of two of them, or of their parts."""
_ORDERED = "    ordered = 1; repeat ({count}) stretch(128); ordered = 0; rushing = 0;\n"
"""Words that follow from each other (`word_sequences`), each accepted as a handshake may."""
_ORDERED_VECTORS = "    order; repeat (512) begin draw(drawn); moving = 1; follow_words; drive(drawn); end\n"
_BRIEF = "    repeat (8) stretch(64);\n"
_SEQUENTIAL = """    repeat (48) stretch(64);
    repeat (4) stretch(512);
    repeat ({long}) stretch({length});
"""
"""Most errors show soon after a reset, for one pattern of controls; what counts needs long stretches without one."""
_PLANT = """  reg [63:0] planted, covered;
  integer place;
  task plant;
    begin
      case ({{$random(seed)}} % (($random(seed) & 1) ? {named} : {count}))
{cases}      endcase
      drawn = drawn & ~(covered << place) | (planted << place);
    end
  endtask
"""
_PLANTED = """        {index}: begin
          planted = {text}; covered = {{{size}{{1'b1}}}};
          case ({{$random(seed)}} % {count}){places} endcase
        end
"""
_BENCH = """`timescale 10ns/1ps
module bench_{gold};
{wires}  wire differs;
  beside_{gold} pair({ports}, .differs(differs));
  reg [{high}:0] fresh, drawn, ones, zeros, slow, stirred, ahead;
  integer seed = 1, cycle = 0, resets = {skipped}, i, ticks, shape, rushing = 0;
  reg resetting = 0, stirring = 0, constant = 0, constants = 0, peeking = 0, early = 0, mirrored = 0, ordered = 0;
{waiting}  reg [3:0] digit;
  reg [7:0] form, flips;

  task draw(output reg [{high}:0] value);
    repeat (({high} + 32) / 32) value = {{value, $random(seed)}};
  endtask

  task look;
    if (cycle >= {skipped} && differs === 1'b1) begin
{reports}        $finish;
    end
  endtask

  // In some stretches inputs also move while the clock is high, and go back: no rising edge of the clock sees it.
  task stir(input reg [{high}:0] values);
    if (stirring || peeking || early) begin
      draw(stirred); stirred = peeking || early ? ahead : stirred ^ values; {controls}
      {{{inputs}}} = stirred;
      #1 look;
      if (!early) {{{inputs}}} = values;
      #1 look;
    end
  endtask

  // The clock is low while inputs change, and outputs are looked at right before its edge.
  task drive(input reg [{high}:0] values);
    begin
      {{{inputs}}} = values;
      #5 look;
      {clock} cycle = cycle + 1;
    end
  endtask

  // To a solver the clock is one more input, and a falling edge is as good as a rising one: what it found may show only
  // while the clock is high, or where inputs change right after its rising edge.
  task follow(input reg [{high}:0] values, input reg [{high}:0] next);
    begin
      ahead = next; peeking = !early;
      drive(values);
      peeking = 0;
    end
  endtask

  // Within a stretch some bits stay at 1, some at 0, and some change seldom: controls that are held get far.
  task stretch(input integer length);
    begin
      draw(ones); draw(fresh); ones = ones & fresh; draw(fresh); ones = ones & fresh;
      draw(zeros); draw(fresh); zeros = zeros & fresh; draw(fresh); zeros = zeros & fresh;
{narrowed}      draw(slow); draw(fresh); slow = slow & fresh; draw(drawn);
      if (cycle > 0) resets = $random(seed) & 3{held};
      stirring = $random(seed);
      constant = constants && ($random(seed) & 1);
{order}      for (i = 0; i < length; i = i + 1) begin
        draw(fresh);
        if ($random(seed) & 15) fresh = (fresh & ~slow) | (drawn & slow);
        drawn = (fresh | ones) & ~zeros;
{shaped}        if (mirrored) begin {mirror}end
{ordered}        {plant}
{reshaped}{keep}        resetting = i < resets;
        {reset}
        drive(drawn);
        {pulse}
      end
    end
  endtask

{planted}{sequences}
  initial begin
{stimulus}    $finish;
  end
endmodule
"""

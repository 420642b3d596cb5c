"""Netlist: what Yosys made of a candidate, as Verilog that the bench runs in the candidate's place.

It has no tasks, files, hierarchical names, delays or conditional directives, so nothing but the hardware answers.
Here are the commands that write it and what is read in its text, which is Yosys's own and so of one form. How it is
run is `simulate` and `cocotb_bench`; what a difference means is `judging`.
"""

import itertools
import random
import re
from collections.abc import Collection, Mapping

from resources.domains.chip_design.execution.stages.synthesis_report import KEPT_LATCHES_MARK

NETLIST, PROCESSES = "netlist.v", "processes.il"
_WORDS = "word_level"
_DECLARATION = re.compile(r"^  input (?:\[[^\]]*\] )?(\\\S+ |[\w$]+);$", re.MULTILINE)
_PORT = r"(?:\\\S+ |[\w$]+)"
_PORTS = re.compile(rf"^(module .*?)\(((?:{_PORT}(?:, {_PORT})*)?)\);$", re.MULTILINE)
_ASSIGNMENT = re.compile(r"^  assign (.*?) = ", re.MULTILINE)
_NAME = re.compile(r"\\\S+ |(?<![\w$'])[A-Za-z_][\w$]*")
_REGISTER = re.compile(r"^(  reg (?:signed )?(?:\[([^\]]*)\] )?(?:\\\S+ |[\w$]+));$", re.MULTILINE)
_WIRE = re.compile(r"^  wire (?:signed )?(?:\[(\d+):(\d+)\] )?(\\\S+ |[\w$]+);$", re.MULTILINE)
_PART = re.compile(r"(\\\S+ |(?<![\w$'])[A-Za-z_][\w$]*)(?: ?\[(\d+)(?::(\d+))?\])?")
_ALL = -1
"""What stands for all bits of a wire."""
_MEMORY = re.compile(r"^  reg (?:signed )?(?:\[[^\]]*\] )?(\\\S+ |[\w$]+) *\[(\d+):(\d+)\];$", re.MULTILINE)
_LITERAL_DIGITS = 4096
"""Icarus's scanner ends at a token of 16 KiB; of shorter literals it takes as many as there are."""
_LONG_LITERAL = re.compile(rf"""\\\S+|"(?:[^"\\]|\\.)*"|\b(\d+)'(s?)([hb])([0-9a-fxz?]{{{_LITERAL_DIGITS + 1},}})""")
_BITS = {"h": 4, "b": 1}
_UNKNOWN_LITERAL = re.compile(r"""\\\S+|"(?:[^"\\]|\\.)*"|\b(\d+'s?)([hb])([0-9a-fz?]*x[0-9a-fxz?]*)""")
_ONES = {"h": "f", "b": "1"}
_MASKED = r"\[\d+\]\)\n      [^\n]*;\n"
_WRITES = re.compile(rf"^    if \((\\\S+ |[\w$]+){_MASKED}(?:    if \(\1{_MASKED})+", re.MULTILINE)
_CLOCKED = re.compile(r"^(  always @\((?:posedge|negedge)[^\n]*\))(?= begin$|$)", re.MULTILINE)


def keep_words(report: str) -> str:
    """Yosys commands that keep the design on the word level, cleaned of what drives nothing, for `write_netlist`.

    They also list the latches that are left, since one for a loop variable that nobody reads is no hardware.
    """
    mark = f"tee -q -a {report} log {KEPT_LATCHES_MARK}"
    latches = f"tee -q -a {report} select -list t:$dlatch t:$adlatch t:$dlatchsr"
    return f"design -push-copy; opt_clean; {mark}; {latches}; design -save {_WORDS}; design -pop"


def write_processes() -> str:
    """Yosys commands that write what was read, flattened and not yet hardware: processes as they were written, without
    the branches of a case that nothing reaches."""
    return f"design -push-copy; proc_rmdead; flatten; write_rtlil {PROCESSES}; design -pop"


def write_netlist() -> str:
    """Yosys commands that write the kept design and leave the current one as it is.

    On the word level: a run takes about as long as the source's, and X spreads no further than there.
    """
    return f"design -push; design -load {_WORDS}; flatten; write_verilog -noattr {NETLIST}; design -pop"


def driven_inputs(netlist: str) -> list[str]:
    """Inputs that the netlist drives itself; the bench's own signals would carry what it puts there."""
    inputs = {match[1].strip() for match in _DECLARATION.finditer(netlist)}
    names = (name.strip() for match in _ASSIGNMENT.finditer(netlist) for name in _NAME.findall(match[1]))
    return sorted(inputs.intersection(names))


def powered_up(netlist: str, value: str = "0") -> str:
    """The netlist whose registers begin at 0, or at another value, where the source leaves them unknown.

    `if (x)` and `case (x)` of a source choose a branch, the multiplexer made of them gives X: a state machine that
    finds its way out of X in simulation would stay there as a netlist, and in hardware there is no X.
    """
    return _REGISTER.sub(rf"\1 = {value};", netlist)


def settled(netlist: str) -> str:
    """The netlist whose registers sample when all signals of the time step have settled.

    A bench may change data in the time step of the clock's edge. A source reads what the data is when its process is
    woken; a netlist reads it through assignments, which may come later.
    """
    return _CLOCKED.sub(r"\1 #0", netlist)


def compilable(netlist: str) -> str:
    """The netlist with literals of a length that Icarus reads: longer ones are concatenations.

    Yosys writes a constant in one piece, and a table of a few lines of source is a constant of thousands of digits.
    """
    return _LONG_LITERAL.sub(_in_parts, netlist)


def choices(netlist: str, memories: bool = True) -> tuple[str, ...]:
    """The netlist with 0, with 1 and with scattered bits for what registers hold at first, and with 0 or 1 for what
    `memories` hold and for what constants and undriven bits leave unknown. One where nothing is unknown."""
    held = _UNKNOWN_LITERAL.sub(lambda match: _chosen(match, False), pulled(netlist, "0"))
    mixed = [scattered(held), scattered(held, other=True)]
    zeros = _UNKNOWN_LITERAL.sub(lambda match: _chosen(match, False), _started(pulled(netlist, "0"), "0", memories))
    ones = _UNKNOWN_LITERAL.sub(lambda match: _chosen(match, True), _started(pulled(netlist, "~0"), "~0", memories))
    return tuple(dict.fromkeys((zeros, ones, *mixed)))


def scattered(netlist: str, other: bool = False) -> str:
    """The netlist whose registers begin with bits as by chance, where the source leaves them unknown.

    Two of them seldom agree, as they do where all are 0 or all are 1. The same text has the same bits; of two side by
    side that agree, one is another in `other`.
    """
    draws = random.Random(netlist)
    places = itertools.count()

    def start(match: re.Match[str]) -> str:
        high, low = (int(bound) for bound in (match[2] or "0:0").split(":"))
        size = abs(high - low) + 1
        turned = (next(places) % 2 and other for _ in range(size))
        bits = "".join(str(draws.getrandbits(1) ^ bool(turn)) for turn in turned)
        return f"{match[1]} = {size}'b{bits};"

    return _REGISTER.sub(start, netlist)


def _started(netlist: str, value: str, memories: bool) -> str:
    """First values stand before those that the netlist gives itself, which so come later."""
    text, place = powered_up(netlist, value), "place"
    while place in netlist:
        place += "_"
    return _MEMORY.sub(lambda match: f"{match[0]}\n{_filled(match, place, value)}", text) if memories else text


def _filled(match: re.Match[str], place: str, value: str) -> str:
    words = _span(match[2], match[3])
    loop = f"for ({place} = {words.start}; {place} < {words.stop}; {place} = {place} + 1)"
    return f"  initial begin integer {place}; {loop} {match[1]}[{place}] = {value}; end"


def pulled(netlist: str, value: str) -> str:
    """The netlist whose undriven bits hold a value: a pull loses against each driver of the other bits."""
    pulls = "".join(f"  assign (pull1, pull0) {name} = {value};\n" for name in undriven(netlist))
    return f"{pulls}endmodule".join(netlist.rsplit("endmodule", 1))


def undriven(netlist: str) -> list[str]:
    """Wires with a bit that nothing drives."""
    driven: dict[str, set[int]] = {match[1]: {_ALL} for match in _DECLARATION.finditer(netlist)}
    for target in _ASSIGNMENT.findall(netlist):
        for name, high, low in _PART.findall(target):
            driven.setdefault(name, set()).update(_span(high, low or high) if high else [_ALL])
    wires = [(match[3], _span(match[1] or "0", match[2] or "0")) for match in _WIRE.finditer(netlist)]
    parts = [(name, bits, driven.get(name, set())) for name, bits in wires]
    return [name for name, bits, held in parts if _ALL not in held and not held.issuperset(bits)]


def _span(one: str, other: str) -> range:
    low, high = sorted((int(one), int(other)))
    return range(low, high + 1)


def _chosen(match: re.Match[str], is_one: bool) -> str:
    """An unknown literal with its choice; names and texts, which may look like one, as they are."""
    if match[1] is None:
        return match[0]
    return match[1] + match[2] + match[3].replace("x", _ONES[match[2]] if is_one else "0")


def _in_parts(match: re.Match[str]) -> str:
    """A long literal as a concatenation; names and texts, which may look like one, as they are."""
    if match[4] is None:
        return match[0]
    width, base, digits, step = int(match[1]), match[3], match[4], _LITERAL_DIGITS
    cut = len(digits) % step or step
    first, rest = digits[:cut], [digits[place : place + step] for place in range(cut, len(digits), step)]
    size = step * _BITS[base]
    parts = [f"{width - size * len(rest)}'{base}{first}", *(f"{size}'{base}{part}" for part in rest)]
    together = f"{{{', '.join(parts)}}}"
    return f"$signed({together})" if match[2] else together


def grouped(netlist: str) -> str:
    """The netlist whose writes to memories ask once whether there is one to make.

    Yosys writes an `if` for each bit, and for each write in a loop of the source: a register file with a reset asks a
    thousand times a clock. Where no bit of the mask is 1, none of them is, whatever is unknown.
    """
    return _WRITES.sub(lambda match: f"    if (|{match[1].strip()} ) begin\n{match[0]}    end\n", netlist)


def with_parameters(netlist: str, top: str, parameters: Mapping[str, str]) -> str:
    """The netlist with the source's parameters, which the bench may set or read; their values are built in."""
    if not parameters:
        return netlist
    listed = ", ".join(f"parameter {name} = {value}" for name, value in parameters.items())
    return _head(top).sub(lambda match: f"module {match[1]}#({listed}) ", netlist, count=1)


def named(netlist: str, top: str, name: str) -> str:
    """The netlist as a module of another name, with or without parameters."""
    return _head(top).sub(f"module {name}", netlist, count=1)


def closed(netlist: str, inputs: Collection[str]) -> str:
    """The netlist whose inputs are those of its task: another one is a wire that nobody sets, as in a bench."""
    others = {match[1].strip() for match in _DECLARATION.finditer(netlist)}.difference(inputs)
    if not others:
        return netlist
    text = _DECLARATION.sub(lambda match: "" if match[1].strip() in others else match[0], netlist)
    return _PORTS.sub(lambda match: _with_ports(match, others), text, count=1)


def _with_ports(match: re.Match[str], without: Collection[str]) -> str:
    ports = [name for name in _NAME.findall(match[2]) if name.strip() not in without]
    return f"{match[1]}({', '.join(ports)});"


def _head(top: str) -> re.Pattern[str]:
    return re.compile(rf"^module (\\{re.escape(top)} |{re.escape(top)})(?=[#(])", re.MULTILINE)

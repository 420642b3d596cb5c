"""Reading what Yosys wrote: findings by kind, the lines that tell of them, and numbers.

How Yosys is called is `analyse`; which findings fail a candidate is `backend`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

BIT_LEVEL_MARK = "@bit-level@"
CHECKED_MARK = "@checked@"
KEPT_LATCHES_MARK = "@kept-latches@"
"""In the report, before the latches that are left once what drives nothing is gone."""

NO_BLACK_BOX = "select -assert-none =A:blackbox =A:blackbox=0 %d"
"""A Yosys command: a module with the attribute `blackbox` loses its body when it is read, and has no hardware."""
_BLACK_BOX = re.compile(rb"^ERROR: Assertion failed: selection is not empty: =A:blackbox[^\n]*\n", re.MULTILINE)

LATCH = "latch"
DRIVERS = "multiple drivers"
LOOP = "combinational loop"
_LATCH_LINE = re.compile(rb"^(Latch inferred for signal `\\[^']+' from process .*?)(?::? (\$auto\S*))?$", re.MULTILINE)
_BLOCK = re.compile(rb"^(?:Warning|ERROR): [^\n]*\n(?:[ \t]+[^\n]*\n)*|^[^\n]*\n", re.MULTILINE)
SYSTEM_FUNCTION = "system function"
"""`$random` or `$stime` without parentheses: Yosys takes it for an undriven wire, and no hardware knows it."""
_KIND = {
    DRIVERS: b"multiple conflicting drivers",
    LOOP: b"found logic loop",
    SYSTEM_FUNCTION: b"Identifier `\\$",
}
_NOISE = (b"Warning: Detected loop at",)
_TRANSISTORS = re.compile(rb"Estimated number of transistors:\s+(\d+)")
_DEPTH = re.compile(rb"Longest topological path in [^\n]* \(length=(\d+)\)")
_FLIP_FLOP = re.compile(r"\$_(?:\w*DFF\w*|SR_\w+)_?|\$\w*ff\w*")


@dataclass(frozen=True)
class SynthesisReport:
    """`findings` counts findings by kind; `log` is what an engineer should read; `numbers` may be empty.

    `checked` says that all checks were done and the netlist is written, whatever came of the numbers after that.
    """

    findings: Mapping[str, int] = field(default_factory=dict)
    log: bytes = b""
    numbers: Mapping[str, float] = field(default_factory=dict)
    checked: bool = False

    def with_drivers(self, lines: Sequence[bytes]) -> "SynthesisReport":
        """With what Icarus shows of conflicting drivers, where Yosys read the design and found none itself."""
        if not lines or not self.checked or DRIVERS in self.findings:
            return self
        return replace(self, findings={**self.findings, DRIVERS: len(lines)}, log=self.log + b"".join(lines))


def read_report(log: bytes, report: bytes) -> SynthesisReport:
    """`log` is what `yosys -q` printed (warnings, errors), `report` what was written beside it."""
    log = _BLACK_BOX.sub(b"ERROR: a module is marked as a black box, so that nothing is synthesised for it\n", log)
    checked, mark, measured = log.partition(CHECKED_MARK.encode() + b"\n")
    word_part, _, bit_part = checked.partition(BIT_LEVEL_MARK.encode() + b"\n")
    word, bit = _blocks(word_part), _blocks(bit_part)
    latches = _latches(report)
    findings = {LATCH: len(latches)}
    lines = [line + b"\n" for line in latches]
    for kind, words in _KIND.items():
        shown = [block for block in word if words in block]
        confirmed = [block for block in bit if words in block]
        if kind == LOOP and not confirmed:
            # On the word level alone, a carry chain looks like a loop.
            shown = []
        findings[kind] = max(len(shown), 1 if confirmed else 0)
        lines += shown or confirmed
    others = [block for block in word if not any(words in block for words in _KIND.values())]
    errors = [block for block in [*bit, *_blocks(measured)] if b"ERROR" in block]
    return SynthesisReport(
        {kind: count for kind, count in findings.items() if count},
        b"".join([*others, *lines, *errors]),
        _numbers(report),
        bool(mark),
    )


def _latches(report: bytes) -> list[bytes]:
    """What Yosys said of each latch. One whose cell is gone, since nothing reads it, is none: a loop's variable."""
    said, mark, rest = report.partition(KEPT_LATCHES_MARK.encode() + b"\n")
    kept = {line.rpartition(b"/")[2] for line in rest.splitlines() if b"/$" in line}
    latches = [match for match in _LATCH_LINE.finditer(said) if not mark or match[2] is None or match[2] in kept]
    return list(dict.fromkeys(match[1] for match in latches))


def _blocks(text: bytes) -> list[bytes]:
    """Warnings with their indented lines, in order, each once."""
    text = text if not text or text.endswith(b"\n") else text + b"\n"
    blocks = dict.fromkeys(match.group() for match in _BLOCK.finditer(text))
    return [block for block in blocks if not block.startswith(_NOISE)]


def _numbers(report: bytes) -> dict[str, float]:
    """`cells`, `flip_flops`, `wire_bits`, `transistors` and `depth` (levels between registers or ports)."""
    numbers: dict[str, float] = {}
    # Yosys 0.23 forgets the commas between several modules, so the text as a whole is no JSON; "design" is.
    start = report.find(b'"design": {')
    if start >= 0:
        text = report[start + len(b'"design": ') :].decode("utf-8", "replace")
        design = json.JSONDecoder().raw_decode(text)[0]
        kinds = design["num_cells_by_type"]
        numbers["cells"] = float(design["num_cells"])
        numbers["wire_bits"] = float(design["num_wire_bits"])
        numbers["flip_flops"] = float(sum(count for kind, count in kinds.items() if _FLIP_FLOP.fullmatch(kind)))
    for name, pattern in (("transistors", _TRANSISTORS), ("depth", _DEPTH)):
        matches = pattern.findall(report)
        if matches:
            numbers[name] = float(matches[-1])
    return numbers

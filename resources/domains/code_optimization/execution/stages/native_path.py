"""Which of a candidate's instructions ran natively: the record of a run with a signal at each instruction, or of one
whose kernel was followed in its own process.

Callgrind's path may be another one. The program writes the record itself when the run ends (`support/crash_report.c`,
`support/apart_path.c`); what is not in it was not seen.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from resources.domains.code_optimization.execution.stages.objects import Instruction
from resources.domains.code_optimization.execution.stages.profile import line_before
from resources.domains.domain import Finding

Listing = Mapping[int, Instruction]
"""Instructions by their address."""
_HEAD = b"@path"
_WORD = re.compile(rb"[0-9a-f]{16}")
_BITS = 64


def native_path(errors: bytes, voice: bytes, code: range) -> Iterator[int]:
    """Addresses at which an instruction began, of all records in what a run wrote to stderr."""
    for record in errors.split(voice)[1:]:
        head, *words = record.split(b"\n")
        if head != _HEAD:
            continue
        for number, word in enumerate(takewhile(_WORD.fullmatch, words)):
            bits = int(word, 16)
            yield from (code.start + _BITS * number + bit for bit in range(_BITS) if bits >> bit & 1)


def moved(code: Listing, by: int) -> Listing:
    """The instructions of a program whose code lies that many bytes further on."""
    return {address + by: item for address, item in code.items()}


def native_findings(errors: bytes, voice: bytes, code: range, instructions: Listing) -> tuple[Finding, ...]:
    """Places where the run was inside of an instruction, each line once."""
    inside = (address for address in native_path(errors, voice, code) if address not in instructions)
    lines = dict.fromkeys(line_before(address, instructions) for address in inside)
    return tuple(Finding("a jump into the middle of an instruction", line) for line in lines)

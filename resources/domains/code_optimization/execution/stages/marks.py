"""Marks of one candidate's program: what its guards fill registers with, and what its harness begins its words by.

They follow from the candidate and from what its suite holds back, which no candidate's process is given. So they are
the same each time and on every machine, and no text can hold them: it would have to hold its own hash.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.calling_convention import MARK_HEAD, mark_symbols
from resources.domains.code_optimization.execution.test_suite import SUITE_FILE
from resources.execution.bundle import EnvironmentBundle

VOICE = "guard_voice"
"""The symbol whose value begins each of the harness's own texts on stderr."""
_WORD = (1 << 32) - 1


@dataclass(frozen=True)
class Marks:
    """`symbols` are given to the linker; `voice` is the line before each text of the harness's own. `draw` is a number
    that chooses among tests."""

    symbols: Mapping[str, int]
    draw: int = 0

    @property
    def voice(self) -> bytes:
        return b"@%016x\n" % self.symbols[VOICE]


def marks_of(bundle: EnvironmentBundle, candidate: bytes) -> Marks:
    key = hashlib.sha256(bundle.files.get(SUITE_FILE, "").encode("utf-8", "surrogatepass")).digest()
    message = bundle.hash.encode() + b"\0" + candidate
    symbols = {name: _word(key, name.encode() + b"\0" + message) for name in (*mark_symbols(), VOICE)}
    marks = {name: _mark(word) if "_mark_" in name else word for name, word in symbols.items()}
    return Marks(marks, _word(key, b"draw\0" + message) >> 1)


def is_mark(value: int) -> bool:
    """Whether a register holds what a guard put there."""
    return value >> 32 == MARK_HEAD


def _word(key: bytes, message: bytes) -> int:
    return int.from_bytes(hmac.digest(key, message, "sha256")[:8]) | 1


def _mark(word: int) -> int:
    return MARK_HEAD << 32 | word & _WORD

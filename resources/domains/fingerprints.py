"""Fingerprint: what a program is once names, layout and style are out of it, for a domain that offers one.

Frozen wire data and the protocol of who takes them. What rows of a corpus are told by them is `assets.corpus`.
"""

import hashlib
from dataclasses import dataclass
from typing import Protocol

from resources.execution.bundle import Candidate, EnvironmentBundle


@dataclass(frozen=True)
class Fingerprint:
    """Programs that share one of `forms` are one program; those that share one of `meanings` do the same.

    `size` counts what the form was taken of (cells, instructions, operations, faces): what a small program does is
    nobody's own.
    """

    forms: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    size: int = 0


NO_FINGERPRINT = Fingerprint()
"""Of a text that its tools do not read."""


class Fingerprinter(Protocol):
    """Thread-safe. Text is read, compiled and run in the sandbox it was given, or by a reader."""

    @property
    def version(self) -> str:
        """Of the form and of the tools that make it. Raises ToolMissing."""
        ...

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """`bundle` says what a program is compiled with, and has no part in the answer else. Raises EnvironmentFailure
        where the environment fails, nothing for what the text does."""
        ...


def digest(*parts: object) -> str:
    """32 hexadecimal digits over plain values."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

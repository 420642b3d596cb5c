"""A bundle's test-suite: what a program is given on stdin, and what it must print and exit with.

Tests that are not shown are held back: their data never enter a prompt or a log. Expected outputs stay in the
engine; only inputs are laid into the sandbox. Running tests is `stages.run`.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

SUITE_FILE = "tests.json"
PROGRAM_FILE = "kernel.c"


@dataclass(frozen=True)
class ProgramTest:
    """One run of the program. The one `measured` run, the longest, gives the cycles.

    The data of `timed` ones come in the runs that decide on speed, too. Bytes of `stdin` that are no UTF-8 stand there
    as lone surrogates, one each.
    """

    stdin: str
    stdout: str
    exit_code: int = 0
    shown: bool = False
    measured: bool = False
    timed: bool = False

    @property
    def input(self) -> bytes:
        """What the program reads."""
        return input_bytes(self.stdin)


def input_bytes(stdin: str) -> bytes:
    return stdin.encode("utf-8", "surrogateescape")


def suite_text(tests: Iterable[ProgramTest]) -> str:
    """The suite as a bundle's file: JSON, one line a test."""
    lines = ",\n".join(json.dumps(asdict(test)) for test in tests)
    return f"[\n{lines}\n]\n"


def read_suite(bundle: EnvironmentBundle) -> tuple[ProgramTest, ...]:
    """Shown tests first. Raises PermanentEnvironmentFailure for a bundle without a sound suite."""
    try:
        tests = [ProgramTest(**row) for row in json.loads(bundle.files[SUITE_FILE])]
    except (KeyError, TypeError, ValueError) as error:
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: no sound {SUITE_FILE}: {error!r}") from error
    if sum(test.measured for test in tests) != 1 or all(test.shown for test in tests):
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: one test must be measured, and some held back")
    return tuple(sorted(tests, key=lambda test: not test.shown))

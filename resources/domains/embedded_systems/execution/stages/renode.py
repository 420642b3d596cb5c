"""Renode: a third engine with peripherals of its own, used where it is installed (RENODE_PATH, or PATH).

It runs the same firmware after QEMU, on the board's own platform file. A CPU abort of it counts as QEMU's faults of the
instruction do; accesses that no model of it answers are gaps, listed and never the candidate's.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from resources.domains.embedded_systems.execution.board_files import BOARD_FOLDER
from resources.execution.sandbox.job import Step

PLATFORM, SCRIPT = "stm32f405.repl", "run.resc"
MAXIMUM_GAPS = 20
_COMPLETE = "board: the run is complete"
"""What the script says last. Monitor commands print it; firmware cannot: its serial port goes to a file."""
_HEAP = "10000000"
"""Of the .NET runtime, in hexadecimal bytes: without a limit it reserves address space by the gigabyte."""
_TIME = re.compile(r"^\d\d:\d\d:\d\d\.\d+ ")
_HEX = "0x[0-9A-Fa-f]+"
_GAP = re.compile(
    rf"\[WARNING\] (?:sysbus: (?:\[cpu: {_HEX}\] )?(?:\(tag: '[^']*'\) )?(?:Read|Write)\w+ (?:from|to) "
    rf"non existing peripheral at (?P<address>{_HEX})"
    rf"|(?P<model>\w+): Unhandled (?:read|write) (?:from|to) offset (?P<offset>{_HEX}))"
)
_ABORT = re.compile(rf"\[ERROR\] cpu: (?:CPU abort \[(?:PC=)?(?P<pc>{_HEX})?\]: )?(?P<text>.+)")


@dataclass(frozen=True)
class RenodeReading:
    """What Renode's log says: the CPU's abort ("" for none), its instruction, and what Renode lacks, each once.

    `complete` is False where the script did not come to its end; `last` is then its last line.
    """

    abort: str
    pc: int | None
    gaps: tuple[str, ...]
    complete: bool
    last: str

    @property
    def did_not_run(self) -> bool:
        """Renode itself failed: no end, and no abort of the CPU that would explain it."""
        return not self.complete and not self.abort


@cache
def find_renode() -> Path | None:
    """The program, from RENODE_PATH (a file, or the folder it is in) or PATH; None where there is none."""
    named = os.environ.get("RENODE_PATH", "")
    for candidate in (Path(named), Path(named) / "renode") if named else ():
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate.resolve()
    program = shutil.which("renode")
    return Path(program).resolve() if program else None


def renode_version() -> str:
    """The first line of what Renode says of itself; "" where there is none."""
    program = find_renode()
    if program is None:
        return ""
    try:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout.partition("\n")[0].strip()


def renode_files() -> Mapping[str, bytes]:
    """Platform and script, laid beside the firmware."""
    return {name: (BOARD_FOLDER / name).read_bytes() for name in (PLATFORM, SCRIPT)}


def renode_step(program: Path) -> Step:
    """Runs whatever QEMU did, whose lock-up ends it with a signal; not where nothing was built.

    Renode keeps its settings in its home folder, and would wait for commands after a script that failed.
    """
    command = (str(program), "--console", "--disable-xwt", "--plain", "-e", f"include @{SCRIPT}", "-e", "quit")
    setting = f'export HOME="$PWD" DOTNET_BUNDLE_EXTRACT_BASE_DIR="$PWD/.net" DOTNET_GCHeapHardLimit={_HEAP}'
    shell = f'test -e report.json && {setting} && exec "$@" </dev/null'
    return Step("renode", ("/bin/sh", "-c", shell, "renode", *command), always=True)


def read_log(log: bytes) -> RenodeReading:
    """Reads a log; times and counts of repeats do not matter."""
    abort, pc = "", None
    gaps: dict[str, None] = {}
    complete, last = False, ""
    for line in log.decode("utf-8", "replace").splitlines():
        line = _TIME.sub("", line).strip()
        complete, last = complete or line == _COMPLETE, line or last
        if match := _GAP.search(line):
            gaps.setdefault(match["address"] or f"{match['model']} offset {match['offset']}")
        elif not abort and (match := _ABORT.search(line)):
            abort = match["text"].strip()
            pc = int(match["pc"], 16) if match["pc"] else None
    return RenodeReading(abort, pc, tuple(gaps)[:MAXIMUM_GAPS], complete, last)

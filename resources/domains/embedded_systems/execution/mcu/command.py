"""ASSEMBLY: audits what the assembler is about to read. FIRMWARE OBJECT SCENARIOS: runs each scenario on the model.
Both write report.json and are started by `run.py`.

SCENARIOS is a JSON list on the command line, so that nothing of it lies in the folder in which the candidate was
compiled. Also audits the candidate's object file, names source lines, and lays QEMU's image down.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .arrivals import Arrivals
from .audit import Forbidden, audit, audit_assembly
from .findings import EnvironmentGap
from .image import Image
from .machine import BUDGET, Machine
from .qemu_image import GUARD_FILE, qemu_image
from .report import report_of
from .scenario import Scenario, read_scenario

REPORT = "report.json"
DECIDED = 3
"""The exit code that ends the job before QEMU, which would have nothing to add."""
QEMU_IMAGE = "qemu.bin"
_SLOWER = 4
"""How much more work than its first run another run of a scenario may be."""


def run(file: str, *rest: str) -> None:
    if rest:
        _run_firmware(file, *rest)
    else:
        _audit_before_assembling(file)


def _audit_before_assembling(assembly: str) -> None:
    """Ends with DECIDED, so that the assembler never reads what is forbidden."""
    report = _new_report(audit_assembly(Path(assembly).read_bytes().decode("latin-1")))
    if report["forbidden"]:
        Path(REPORT).write_text(json.dumps(report))
        sys.exit(DECIDED)


def _new_report(findings: Iterable[Forbidden]) -> dict[str, Any]:
    forbidden = [{"what": item.what, "symbol": item.symbol} for item in findings]
    return {"forbidden": forbidden, "runs": [], "gap": ""}


def _run_firmware(firmware: str, candidate: str, scenarios: str) -> None:
    image, object_file = Image(Path(firmware).read_bytes()), Image(Path(candidate).read_bytes())
    report = _new_report(audit(object_file))
    if not report["forbidden"]:
        try:
            for machine, scenario, again in _machines(image, json.loads(scenarios)):
                report["runs"].append(report_of(machine) | {"scenario": scenario, "again": again})
                report["forbidden"] += machine.numbers_executed
        except EnvironmentGap as gap:
            report["gap"] = str(gap)
        _name_lines(firmware, list(_places(report["runs"])))
        guard = Path(GUARD_FILE)
        if guard.exists():
            Path(QEMU_IMAGE).write_bytes(qemu_image(image, guard.read_bytes()))
    Path(REPORT).write_text(json.dumps(report))
    if report["forbidden"] or report["gap"] or any(_decides(run) for run in report["runs"]):
        sys.exit(DECIDED)


def _machines(image: Image, scenarios: list[dict[str, Any]]) -> Iterator[tuple[Machine, int, bool]]:
    """Each scenario's run, with its index; then those that bring an interrupt to a moment of the first ones.

    They have what work is left, and are left out where a program that is only slow could use it up.
    """
    left, first = BUDGET, []
    for index, raw in enumerate(scenarios):
        machine = Machine(image, read_scenario(raw), left)
        machine.run()
        left -= machine.work
        yield machine, index, False
        if machine.moments is not None and machine.ended == "duration":
            first.append((index, machine.work, Arrivals(machine, machine.moments)))
    for index, work, arrivals in first:
        for machine in _again(image, arrivals, work, left):
            left -= machine.work
            yield machine, index, True


def _again(image: Image, arrivals: Arrivals, work: int, left: int) -> Iterator[Machine]:
    """The earliest arrival, then those at moments; each may take _SLOWER times the work of the first run."""
    earliest, early = arrivals.earliest(), None
    if earliest is not None and (machine := _run(image, earliest, work, left)) is not None:
        early = None if machine.moments is None else Arrivals(machine, machine.moments)
        left -= machine.work
        yield machine
    for scenario in arrivals.scenarios(early):
        again = _run(image, scenario, work, left)
        if again is not None:
            left -= again.work
            yield again


def _run(image: Image, scenario: Scenario, work: int, left: int) -> Machine | None:
    if _SLOWER * work > left:
        return None
    machine = Machine(image, scenario, left)
    machine.run()
    return machine


def _decides(run: dict[str, Any]) -> bool:
    """Whether a run has failed for a reason on which QEMU has nothing to say."""
    return bool(run["violations"]) or run["ended"] not in ("duration", "fault")


def _places(value: Any) -> Iterator[dict[str, Any]]:
    """Every {"pc", "function"} within the runs."""
    if isinstance(value, dict):
        if "pc" in value and "function" in value:
            yield value
        for key, inner in value.items():
            if key in ("violations", "fault", "poll", "at"):
                yield from _places(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _places(inner)


def _name_lines(firmware: str, places: list[dict[str, Any]]) -> None:
    """Adds "line" ("main.c:12") to each place, in one call of addr2line."""
    if not places:
        return
    command = ["arm-none-eabi-addr2line", "-s", "-e", firmware, *(hex(place["pc"]) for place in places)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    for place, line in zip(places, run.stdout.splitlines(), strict=False):
        name = line.partition(" ")[0]
        place["line"] = "" if name.startswith("??") or name.endswith((":0", ":?")) else name

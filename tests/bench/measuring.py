"""Measuring: CPU and wall time of whole processes, alternating with a peer, and the table of what came out.

Knows nothing of what is measured. Figures are printed as they are; only one that is far off fails, because a
busy machine makes every ratio noisy.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.home import PROJECT

RUNS = 5
FAR_OFF = 2.0
"""A figure that misses its target by more than this factor fails the bench, unless the machine is busy."""
BUSY = 1.5
"""Above this load for each core, wall times say more of the neighbours than of us. Our own runs make 1."""
# Not ru_maxrss, which survives exec and so would be that of the process that started this one.
PEAK = "; from pathlib import Path; print(Path('/proc/self/status').read_text())"


@dataclass(frozen=True)
class Usage:
    """Seconds of one run; `cpu_s` is user and system time together, of all its processes."""

    cpu_s: float
    wall_s: float


@dataclass(frozen=True)
class Runs:
    """Runs of one side, in the order of time."""

    usages: tuple[Usage, ...]

    @property
    def cpu_s(self) -> float:
        return statistics.median(usage.cpu_s for usage in self.usages)

    @property
    def wall_s(self) -> float:
        return statistics.median(usage.wall_s for usage in self.usages)

    @property
    def least_cpu_s(self) -> float:
        return min(usage.cpu_s for usage in self.usages)

    @property
    def least_wall_s(self) -> float:
        return min(usage.wall_s for usage in self.usages)


@dataclass(frozen=True)
class Pair:
    """The same work by us and by the peer, measured in turns."""

    ours: Runs
    peer: Runs


@dataclass(frozen=True)
class Figure:
    """One row of the table. `ratio` is ours over the peer's, or over the target where there is no peer.

    `at_most` is the largest ratio that meets the target; None for a row that has none and only informs.
    """

    name: str
    ours: str
    peer: str
    ratio: float
    at_most: float | None

    @property
    def met(self) -> str:
        if self.at_most is None:
            return ""
        return "yes" if self.ratio <= self.at_most else "NO"

    @property
    def far_off(self) -> bool:
        return self.at_most is not None and self.ratio > FAR_OFF * self.at_most


def compared(name: str, ours: float, peer: float, unit: str, at_most: float | None) -> Figure:
    return Figure(name, f"{ours:.4g} {unit}", f"{peer:.4g} {unit}", ours / peer, at_most)


def limited(name: str, ours: float, most: float, unit: str) -> Figure:
    """A figure with a fixed limit and no peer."""
    return Figure(name, f"{ours:.4g} {unit}", f"limit {most:.4g} {unit}", ours / most, 1.0)


def timed(work: Callable[[], object]) -> Usage:
    """One call in this process, with the children that it waits for."""
    cpu, start = _cpu_s(), time.perf_counter()
    work()
    return Usage(_cpu_s() - cpu, time.perf_counter() - start)


def run_process(argv: Sequence[str], environment: Mapping[str, str] | None = None, cwd: Path | None = None) -> Usage:
    """One process from start to exit, with all descendants that were waited for. Raises CalledProcessError."""
    full = {**os.environ, **(environment or {})}
    return timed(lambda: subprocess.run(argv, check=True, env=full, cwd=cwd, stdout=subprocess.DEVNULL))


def peak_megabytes(code: str) -> float:
    """Of a fresh interpreter that runs `code`: the median of five runs, in 10^6 bytes."""
    argv = (sys.executable, "-c", code + PEAK)
    outputs = [subprocess.run(argv, check=True, capture_output=True, text=True, cwd=PROJECT) for _ in range(RUNS)]
    kilobytes = [int(output.stdout.partition("VmHWM:")[2].split()[0]) for output in outputs]
    return statistics.median(kilobytes) * 1024 / 1e6


def alternate(ours: Callable[[], Usage], peer: Callable[[], Usage], runs: int = RUNS) -> Pair:
    """Peer, ours, peer, ours, ...: what else the machine does falls on both."""
    pairs = [(peer(), ours()) for _ in range(runs)]
    return Pair(Runs(tuple(pair[1] for pair in pairs)), Runs(tuple(pair[0] for pair in pairs)))


def show(title: str, figures: Sequence[Figure]) -> None:
    """Prints the table and the machine's load, then fails where a figure is far off its target."""
    load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    table = Table(title=title, title_justify="left", caption=f"load average {load:.1f} on {cores} cores")
    for heading in ("figure", "ours", "peer", "ratio", "target", "met"):
        table.add_column(heading)
    for figure in figures:
        target = "" if figure.at_most is None else f"<= {figure.at_most:g}"
        table.add_row(figure.name, figure.ours, figure.peer, f"{figure.ratio:.2f}", target, figure.met)
    Console(width=120).print("\n", table)
    far_off = [figure.name for figure in figures if figure.far_off]
    assert not far_off or load > BUSY * cores, f"more than {FAR_OFF:g} times the target: {', '.join(far_off)}"


def _cpu_s() -> float:
    """Of this process and of its children that were waited for: one that lives on is not counted yet."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)

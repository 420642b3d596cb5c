"""What loading the code location costs: a fresh interpreter, from its start to its exit."""

import statistics
import subprocess
import sys

from tests.bench.measuring import RUNS, Usage, alternate, compared, limited, run_process, show
from tests.home import PROJECT

MOST_S, MOST_MB = 3.0, 300.0
LOAD = "from orchestration.definitions import build_defs; build_defs().get_repository_def().load_all_definitions()"
PEER = "import dagster"
# Not ru_maxrss, which survives exec and so would be that of the process that started this one.
PEAK = "; from pathlib import Path; print(Path('/proc/self/status').read_text())"


def test_code_location() -> None:
    pair = alternate(lambda: interpreter(LOAD), lambda: interpreter(PEER))
    ours, peer = peak_megabytes(LOAD), peak_megabytes(PEER)
    show(
        "the code location in a fresh interpreter; the peer only imports dagster",
        [
            limited("wall, median of five", pair.ours.wall_s, MOST_S, "s"),
            limited("wall, least of five", pair.ours.least_wall_s, MOST_S, "s"),
            compared("CPU, median of five", pair.ours.cpu_s, pair.peer.cpu_s, "s", None),
            limited("peak resident memory", ours, MOST_MB, "MB"),
            compared("peak resident memory", ours, peer, "MB", None),
        ],
    )


def interpreter(code: str) -> Usage:
    return run_process((sys.executable, "-c", code), cwd=PROJECT)


def peak_megabytes(code: str) -> float:
    """The median of five runs, in 10^6 bytes."""
    argv = (sys.executable, "-c", code + PEAK)
    outputs = [subprocess.run(argv, check=True, capture_output=True, text=True, cwd=PROJECT) for _ in range(RUNS)]
    kilobytes = [int(output.stdout.partition("VmHWM:")[2].split()[0]) for output in outputs]
    return statistics.median(kilobytes) * 1024 / 1e6

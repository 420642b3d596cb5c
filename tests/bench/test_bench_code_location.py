"""What loading the code location costs: a fresh interpreter, from its start to its exit."""

import sys

from tests.bench.measuring import Usage, alternate, compared, limited, peak_megabytes, run_process, show
from tests.home import PROJECT

MOST_S, MOST_MB = 3.0, 300.0
LOAD = "from orchestration.definitions import build_defs; build_defs().get_repository_def().load_all_definitions()"
PEER = "import dagster"


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

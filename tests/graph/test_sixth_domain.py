"""Adding a domain is adding a folder: a toy sixth domain goes through the whole graph with nothing else changed."""

import subprocess
import sys
from pathlib import Path

from tests.home import PROJECT

SCRIPT = """
import sys
from pathlib import Path
import resources.domains
resources.domains.__path__.append(sys.argv[1])

from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import materialise
from tests.home import settings_in

settings = settings_in(Path(sys.argv[2]))
with open_instance(settings.home) as instance:
    for title, result in materialise(build_defs(settings=settings), instance, ["toy_arithmetic"], {}):
        for stage in result.stages:
            print(stage.asset, stage.rows)
        for problem in (*result.errors, *result.failed_checks):
            print("PROBLEM", problem)
"""


def test_a_folder_is_all_that_a_domain_takes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(PROJECT / "tests" / "graph" / "toy_domains"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=850,
        cwd=PROJECT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "PROBLEM" not in done.stdout
    rows = dict(line.split() for line in done.stdout.splitlines())
    assert rows["environment_bundles"] == "4"
    assert all(int(rows[name]) > 0 for name in ("real_trajectories", "amplified_trajectories", "reasoning_corpus"))

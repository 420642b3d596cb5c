"""Speed of what must not work for ever: the unit tests' bounds on processor time, by the yardstick of this machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.effort import MEASURED

UNIT = Path(__file__).parent.parent / "unit"
FILES = sorted(path for path in UNIT.glob("test_*.py") if "ends_within" in path.read_text())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_bounds_hold(file: Path) -> None:
    command = [sys.executable, "-m", "pytest", str(file), "-p", "no:cacheprovider"]
    done = subprocess.run(command, env={**os.environ, MEASURED: "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]

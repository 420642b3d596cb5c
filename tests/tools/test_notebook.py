"""The notebook of docs/: its cells run from top to bottom, and it is kept without outputs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.home import PROJECT

NOTEBOOK = PROJECT / "docs" / "notebook.ipynb"
_CELLS: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
CODE = [cell for cell in _CELLS if cell["cell_type"] == "code"]


def test_no_output_is_kept() -> None:
    assert CODE
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in CODE)


def test_its_cells_run(tmp_path: Path) -> None:
    """In an event loop, as in a kernel."""
    body = "\n".join("".join(cell["source"]) for cell in CODE)
    lines = [f"    {line}" for line in f"exec({body!r}, globals())".splitlines()]
    script = "\n".join(["import asyncio", "async def cells():", *lines, "asyncio.run(cells())"])
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "ICWM_NOTEBOOK": str(tmp_path)}
    environment.pop("CAMPAIGN", None)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FUNCTIONAL_MISMATCH at stage" in done.stdout
    assert "certified: True" in done.stdout
    assert "right: PASS" in done.stdout

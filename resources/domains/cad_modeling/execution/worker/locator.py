"""Which line of the script first made the solid bad: the script runs again, and each step's solid is checked.

For the log only. It runs in the candidate's process, so its answer may be forged and decides nothing.
"""

import functools
import json
import sys
from pathlib import Path
from typing import Any

import cadquery as cq

from . import gates
from .script import run

LOCATION = "location.json"


class Tracer:
    """Wraps the public methods of Workplane. `first_bad` is the first step whose solid fails: line and method."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.depth = 0
        self.first_bad: dict[str, Any] | None = None

    def install(self) -> None:
        for name, method in list(vars(cq.Workplane).items()):
            if callable(method) and not name.startswith("_") and not isinstance(method, type):
                setattr(cq.Workplane, name, self._watched(name, method))

    def _watched(self, name: str, method: Any) -> Any:
        @functools.wraps(method)
        def call(*arguments: Any, **options: Any) -> Any:
            self.depth += 1
            try:
                result = method(*arguments, **options)
            finally:
                self.depth -= 1
            if self.depth == 0 and self.first_bad is None and isinstance(result, cq.Workplane):
                self._check(name, result, sys._getframe(1))
            return result

        return call

    def _check(self, name: str, result: cq.Workplane, frame: Any) -> None:
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        shapes = [item for item in result.vals() if isinstance(item, cq.Solid | cq.Compound)]
        self.depth += 1
        first = next((defect for shape in shapes for defect in (*gates.broken(shape), *gates.passing(shape))), None)
        self.depth -= 1
        if first is not None and frame is not None:
            self.first_bad = {"line": frame.f_lineno, "call": name, "text": first["text"]}


def main() -> None:
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    code = compile(Path(task["file"]).read_bytes(), task["file"], "exec")
    tracer = Tracer(task["file"])
    tracer.install()
    run(code)
    Path(LOCATION).write_text(json.dumps(tracer.first_bad))

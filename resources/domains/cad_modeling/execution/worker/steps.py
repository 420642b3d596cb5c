"""What each step of the script made: the script runs again, and what every call of a Workplane leaves is measured.

For the trace only. It runs in the candidate's process, so its answer may be forged and decides nothing.
"""

import functools
import json
import sys
from pathlib import Path
from typing import Any

import cadquery as cq

from .script import run

STEPS = "steps.json"
_MOST_STEPS = 400


class Recorder:
    """Wraps the public methods of Workplane. `steps` are the outermost calls, in order."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.depth = 0
        self.steps: list[dict[str, Any]] = []

    def install(self) -> None:
        for name, method in list(vars(cq.Workplane).items()):
            if callable(method) and not name.startswith("_") and not isinstance(method, type):
                setattr(cq.Workplane, name, self._recorded(name, method))

    def _recorded(self, name: str, method: Any) -> Any:
        @functools.wraps(method)
        def call(*arguments: Any, **options: Any) -> Any:
            self.depth += 1
            try:
                result = method(*arguments, **options)
                if self.depth == 1 and len(self.steps) < _MOST_STEPS and isinstance(result, cq.Workplane):
                    self._record(name, result, sys._getframe(1))
            finally:
                self.depth -= 1
            return result

        return call

    def _record(self, name: str, result: cq.Workplane, frame: Any) -> None:
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        if frame is not None:
            self.steps.append({"line": frame.f_lineno, "call": name, "made": _made(result)})


def _made(result: cq.Workplane) -> str:
    """What is on the stack: how many of what, and of shapes with a volume that and their faces."""
    items = result.vals()
    kinds = [item.ShapeType() if isinstance(item, cq.Shape) else type(item).__name__ for item in items]
    words = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    solids = [item for item in items if isinstance(item, cq.Solid | cq.Compound)]
    if solids:
        box = cq.Compound.makeCompound(solids).BoundingBox()
        words.append(f"volume {sum(item.Volume() for item in solids):.6g}")
        words.append(f"faces {sum(len(item.Faces()) for item in solids)}")
        words.append(
            f"box {box.xmin:.6g}..{box.xmax:.6g} {box.ymin:.6g}..{box.ymax:.6g} {box.zmin:.6g}..{box.zmax:.6g}"
        )
    return ", ".join(words)


def main() -> None:
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    code = compile(Path(task["file"]).read_bytes(), task["file"], "exec")
    recorder = Recorder(task["file"])
    recorder.install()
    try:
        run(code)
    finally:
        Path(STEPS).write_text(json.dumps({"steps": recorder.steps}))

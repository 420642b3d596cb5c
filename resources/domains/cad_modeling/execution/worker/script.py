"""The candidate's process: runs the script and writes the shape it left in `result`.

The reference's script runs the same way, in a process of its own. What this process writes may be forged by the
candidate: nothing here decides, and the shape is judged elsewhere, by `judge`.
"""

import io
import json
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import cadquery as cq
from cadquery.occ_impl import shapes
from OCP.Font import Font_FontMgr

REPORT, SHAPE = "report.json", "shape.bin"
LARGEST_SHAPE = 16 << 20
"""A larger one is left out, and the report stays without its shape."""
_MOST_CHARACTERS = 2000
_STACK, _WRITE, _COMPOUND = cq.Workplane.vals, cq.Shape.exportBin, cq.Assembly.toCompound
"""As they are before any script: what a script makes of CadQuery's classes is not what is written."""


class NoResult(Exception):
    """The script ended and left no `result`."""


class NotAShape(Exception):
    """`result` is something that has no shape."""


class _NamedFonts:
    """CadQuery's font manager without its way to files: a part must not depend on what the host has."""

    @staticmethod
    def GetInstance_s() -> "_NamedFonts":  # noqa: N802 - OCCT's name
        return _NamedFonts()

    def CheckFont(self, path: str) -> None:  # noqa: N802
        raise ValueError("fonts are chosen by name, not from a file")

    def __getattr__(self, name: str) -> Any:
        return getattr(Font_FontMgr.GetInstance_s(), name)


def main() -> None:
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    report: dict[str, Any] = {"stage": "compile", "error": None, "kind": "", "shape": False}
    try:
        code = compile(Path(task["file"]).read_bytes(), task["file"], "exec")
        report["stage"] = "script"
        namespace = run(code)
        report["stage"] = "result"
        shape = shape_of(namespace, assembly=task["assembly"])
        report["kind"] = shape.ShapeType()
        content = io.BytesIO()
        _WRITE(shape, content)
        report["shape"] = True
        if content.tell() <= LARGEST_SHAPE:
            Path(SHAPE).write_bytes(content.getvalue())
    except NotAShape as error:
        report["kind"] = str(error)
    except Exception as error:
        report["error"] = described(error, task["file"])
    Path(REPORT).write_text(json.dumps(report))


def run(code: Any) -> dict[str, Any]:
    """Executes a compiled script as the main module; its global names when it ended. Raises what it raises."""
    vars(shapes)["Font_FontMgr"] = _NamedFonts
    module = ModuleType("__main__")
    exec(code, module.__dict__)
    return module.__dict__


def shape_of(namespace: dict[str, Any], *, assembly: bool) -> cq.Shape:
    """The shape in `result`: of a Workplane all shapes on its stack, of an Assembly (where asked) its parts.

    Raises NoResult or NotAShape.
    """
    if "result" not in namespace:
        raise NoResult("the script leaves nothing in `result`")
    result = namespace["result"]
    if isinstance(result, cq.Assembly) and assembly:
        return _COMPOUND(result)
    if isinstance(result, cq.Workplane):
        shapes = [item for item in _STACK(result) if isinstance(item, cq.Shape)]
        if not shapes:
            raise NotAShape("Workplane without a shape")
        return shapes[0] if len(shapes) == 1 else cq.Compound.makeCompound(shapes)
    if isinstance(result, cq.Shape):
        return result
    raise NotAShape(type(result).__name__)


def described(error: Exception, file: str) -> dict[str, Any]:
    """`kind` is the exception's class, `line` the innermost of the script (0 if unknown), `call` what it had called."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return {"kind": type(error).__name__, "line": error.lineno or 0, "call": "", "text": error.msg, "path": []}
    frames = traceback.extract_tb(error.__traceback__)
    own = [position for position, frame in enumerate(frames) if frame.filename == file]
    called = frames[own[-1] + 1].name if own and own[-1] + 1 < len(frames) else ""
    return {
        "kind": type(error).__name__,
        "line": frames[own[-1]].lineno or 0 if own else 0,
        "call": called if called.isidentifier() else "",
        "text": _text_of(error)[:_MOST_CHARACTERS],
        "path": [frames[position].lineno or 0 for position in own[:-1]][:20],
    }


def _text_of(error: Exception) -> str:
    """A script's own exception makes its text by code of the script's, which may fail: it has none then. What is no
    character (half of a surrogate pair) is written out: a report that holds one is not read."""
    try:
        return str.strip(str(error)).encode(errors="backslashreplace").decode()
    except BaseException as failure:
        return f"(its text cannot be made: {type(failure).__name__})"

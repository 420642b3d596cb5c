"""The volume that two shapes share, by OCCT's boolean: exact, at times endless, at times a crash.

So it runs in a process of its own under a limit of CPU seconds, which stops it inside OCCT too; so does whatever else
of OCCT may not end.
"""

import json
import math
import os
import resource
import signal
from collections.abc import Callable
from itertools import product
from typing import Any

import cadquery as cq

from .integration import volume

CPU_SECONDS = 4
MOST_FACES = 500
"""With more faces OCCT takes seconds where meshes take fractions of one (225 holes: 2.7 s)."""
_FREE_FORMS = frozenset({"BSPLINE", "BEZIER", "OFFSET", "EXTRUSION", "REVOLUTION", "OTHER"})
"""Two threads or springs take OCCT 5 s and more, so near the limit that the answer would depend on the machine."""
_SLACK = 1e-6


def common_volume(one: cq.Shape, other: cq.Shape, *, free_forms: bool = False) -> float | None:
    """mm3; None where OCCT gives no answer that can be true, or both have free forms and such are not asked for. Forks:
    this process must not have run a boolean."""
    faces = len(one.Faces()) + len(other.Faces())
    if faces > MOST_FACES or (not free_forms and all(map(has_free_form, (one, other)))):
        return None
    value = answered(lambda: _shared(one, other))
    if not isinstance(value, float | int):
        return None
    most = min(volume(one), volume(other))
    possible = math.isfinite(value) and -_SLACK * most <= value <= most * (1 + _SLACK)
    return max(0.0, min(value, most)) if possible else None


def _shared(one: cq.Shape, other: cq.Shape) -> float:
    """Solid by solid: OCCT errs on an argument whose own bodies touch. No two solids of one shape share room."""
    pairs = list(product(one.Solids(), other.Solids()))
    if len(pairs) > 1:
        boxes = product(*([solid.BoundingBox() for solid in shape.Solids()] for shape in (one, other)))
        pairs = [pair for pair, (first, second) in zip(pairs, boxes, strict=True) if boxes_meet(first, second)]
    return float(sum(volume(common) for first, second in pairs for common in first.intersect(second).Solids()))


def boxes_meet(one: cq.BoundBox, other: cq.BoundBox) -> bool:
    return all(
        getattr(one, f"{axis}min") < getattr(other, f"{axis}max")
        and getattr(other, f"{axis}min") < getattr(one, f"{axis}max")
        for axis in "xyz"
    )


def has_free_form(shape: cq.Shape) -> bool:
    return any(face.geomType() in _FREE_FORMS for face in shape.Faces())


def answered(question: Callable[[], Any]) -> Any:
    """What a fork answers within its CPU seconds, as JSON brings it; None where it does not. This process must not have
    run a boolean."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(question, write)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    try:
        return json.loads(text)
    except ValueError:
        return None


def _answer(question: Callable[[], Any], pipe: int) -> None:
    """In the fork: writes the answer and ends. Does not return."""
    try:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
        os.write(pipe, json.dumps(question()).encode())
    finally:
        os._exit(0)

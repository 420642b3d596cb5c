"""What every script of this domain must leave, in the words that go into the prompt. Texts and limits only."""

from resources.execution.bundle import Limits

CANDIDATE_FILE = "part.py"
LIMITS = Limits(wall_s=20.0, cpu_s=5, memory_bytes=1 << 30)
"""The slowest built-in part takes 0.7 CPU seconds; OCCT's booleans take some hundred megabytes beside CadQuery."""

_ONE = "one solid"
_TEXT = """\
{file}: a Python script for CadQuery 2. It may import `cadquery`, `math`, and what is pure in `typing`, `collections`,
`dataclasses`, `enum`, `functools` and `itertools`, nothing else; it reads and writes no files. Lengths are in
millimetres. It leaves the part in the variable `result`, {form}, holding {solids} {pose}.
"""
_NAMED_POSE = "at the\nposition and in the orientation that the task names"
_FREE_POSE = "at its\ntrue size, at any position and in any orientation"


def interface(solids: int, *, assembly: bool, named_pose: bool = True) -> str:
    """The interface of a task whose result is so many solids; where its prompt names no pose, any will do."""
    form = "a Workplane, a Shape or an Assembly" if assembly else "a Workplane or a Shape"
    count = _ONE if solids == 1 else f"{solids} solids that do not overlap"
    return _TEXT.format(file=CANDIDATE_FILE, form=form, solids=count, pose=_NAMED_POSE if named_pose else _FREE_POSE)

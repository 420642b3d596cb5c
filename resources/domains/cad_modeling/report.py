"""The worker's reports, read strictly: a candidate shares the script's process and may have written its report.

A report that is missing or not of this form counts as none.
"""

from collections.abc import Mapping
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=4000)]
Count = Annotated[int, Field(ge=0, le=1 << 31)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Content = TypeVar("Content", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Problem(_Strict):
    """What the script raised: class, line (0 if unknown), the method it had called, text, lines of the callers."""

    kind: Name
    line: Count
    call: Name
    text: Text
    path: Annotated[tuple[Count, ...], Field(max_length=20)]


class ScriptReport(_Strict):
    """`stage` is how far the script came: compile, script or result. `kind` is what `result` is."""

    stage: Name
    error: Problem | None
    kind: Name
    shape: bool


class Defect(_Strict):
    """One finding of a gate; `shape` is the kind of the sub-shape."""

    gate: Name
    shape: Name
    text: Text


class Gates(_Strict):
    defects: Annotated[tuple[Defect, ...], Field(max_length=64)]


class Location(_Strict):
    """The first step whose solid is bad: its line, its method, and what is bad."""

    line: Count
    call: Name
    text: Text


class Measures(_Strict):
    """One shape: mm3, mm2, mm; None where the figure is no number."""

    volume: Finite | None
    area: Finite | None
    box: Annotated[tuple[Finite | None, ...], Field(min_length=6, max_length=6)]
    centre: Annotated[tuple[Finite | None, ...], Field(min_length=3, max_length=3)]
    solids: Count
    faces: Count
    edges: Count


class Wall(_Strict):
    """The thinnest wall in mm, and where."""

    thickness: Finite
    point: Annotated[tuple[Finite, ...], Field(min_length=3, max_length=3)]


class Figures(_Strict):
    """`overlap` is the intersection over union at true scale, by `method`; None where nobody could compute it."""

    candidate: Measures
    reference: Measures
    overlap: Finite | None
    method: Name
    aligned: Finite | None
    chamfer: Finite | None
    wall: Wall | None


def read_report(files: Mapping[str, bytes], name: str, form: type[Content]) -> Content | None:
    """None where the file is missing or not of this form."""
    try:
        return TypeAdapter(form).validate_json(files[name])
    except (KeyError, ValidationError):
        return None

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
Point = Annotated[tuple[Finite, ...], Field(min_length=3, max_length=3)]
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


class ModellingStep(_Strict):
    """A call of the script: its line, its method, and what it left on the stack."""

    line: Count
    call: Name
    made: Text


class ModellingSteps(_Strict):
    steps: Annotated[tuple[ModellingStep, ...], Field(max_length=400)]


class Measures(_Strict):
    """One shape: mm3, mm2, mm; None where the figure is no number."""

    volume: Finite | None
    area: Finite | None
    box: Annotated[tuple[Finite | None, ...], Field(min_length=6, max_length=6)]
    centre: Annotated[tuple[Finite | None, ...], Field(min_length=3, max_length=3)]
    solids: Count
    faces: Count
    edges: Count
    voids: Count
    genus: Count | None


class Geometry(_Strict):
    """One shape by what it is known again: mm3, mm2, mm, and mm5 for its principal moments of inertia."""

    volume: Finite
    area: Finite
    centre: Point
    moments: Point
    faces: dict[Name, Count]
    solids: Count


class Wall(_Strict):
    """The thinnest wall in mm, and where."""

    thickness: Finite
    point: Point


class Distance(_Strict):
    """The largest distance of two surfaces in mm, and where; `surplus` where the candidate has what is far away."""

    distance: Finite
    point: Point
    surplus: bool


class Flattened(_Strict):
    """A round surface for which the candidate has something flat, and where."""

    expected: Name
    point: Point


class Uneven(_Strict):
    """A bump or hollow in what should be a flat or evenly round face: how high, in mm, and where."""

    height: Finite
    expected: Name
    point: Point


class Lone(_Strict):
    """A face for which the other shape has none: what it is, and where; `edge` of a rounding or chamfer."""

    face: Name
    point: Point
    surplus: bool
    edge: bool


class Neck(_Strict):
    """A place that is far thinner than the expected part is around there; both thicknesses in mm."""

    thickness: Finite
    expected: Finite
    point: Point


class Resized(_Strict):
    """A round hole of the expected part: the candidate's radius there (of most of it, or the least), the expected one,
    and where, in mm."""

    radius: Finite
    expected: Finite
    point: Point


class Askew(_Strict):
    """The angle in degrees between a round hole's axis and the expected one, and where."""

    angle: Finite
    point: Point


class Tilted(_Strict):
    """How a flat face lies to the expected one: by how many mm it rises across it, at which angle in degrees, how far
    it is off at least, and where. `upright` ones lie along the axes, the part rests on `resting` ones."""

    rise: Finite
    angle: Finite
    away: Finite
    upright: bool
    resting: bool
    point: Point


class Deviation(_Strict):
    """How the two surfaces lie to each other; `near` is the distance in mm up to which nothing is said.

    `farthest` is taken to any surface, `apart` to surface that looks the same way; `stray` is the share of area that
    has none of it near. `lone` and `uneven` (looked for in loose tasks) are faces that have none, and the worst bump of
    the others; `gaps` and `expected_gaps` the shares that look at themselves across a narrow gap. `resized` and
    `askew` are the expected part's round holes, `tilted` its flat faces (looked at in loose tasks), `neck` (looked for
    in outlines) is a place that is far too thin, `seen_through` whether rays could look for it.
    """

    near: Finite
    farthest: Distance
    apart: Distance
    stray: Finite
    flat: Annotated[tuple[Flattened, ...], Field(max_length=1000)]
    resized: Annotated[tuple[Resized, ...], Field(max_length=100_000)]
    askew: Annotated[tuple[Askew, ...], Field(max_length=100_000)]
    tilted: Annotated[tuple[Tilted, ...], Field(max_length=100_000)]
    lone: Annotated[tuple[Lone, ...], Field(max_length=8)]
    uneven: Uneven | None
    gaps: Finite
    expected_gaps: Finite
    neck: Neck | None
    seen_through: bool


class Contact(_Strict):
    """Over how many mm2 the bodies touch each other, and the expected ones do."""

    area: Finite
    expected: Finite


class Clearance(_Strict):
    """How many mm are between two bodies, and between the expected ones."""

    gap: Finite
    expected: Finite


class Published(_Strict):
    """A public script's solids, and how its part lies to the mesh that its set publishes; None where none can be."""

    solids: Count
    overlap: Finite | None
    chamfer: Finite | None


class Figures(_Strict):
    """`overlap` is the intersection over union at true scale, by `method`; None where nobody could compute it. `facets`
    is the share of the volume about which the meshes' flat facets may err, 0 where no mesh answered.

    `deviation` is None where both shapes are the same bytes; so is `contact`, and where no bodies should touch.
    `clearances` are those of bodies that should be near each other and apart, where nothing may stray.
    """

    candidate: Measures
    reference: Measures
    overlap: Finite | None
    method: Name
    facets: Finite
    aligned: Finite | None
    chamfer: Finite | None
    wall: Wall | None
    deviation: Deviation | None
    contact: Contact | None
    clearances: tuple[Clearance, ...]


def read_report(files: Mapping[str, bytes], name: str, form: type[Content]) -> Content | None:
    """None where the file is missing or not of this form."""
    try:
        return TypeAdapter(form).validate_json(files[name])
    except (KeyError, ValidationError):
        return None

"""The prompt of a wild part: what its author says, its parameters, and what was measured of the original.

A reader has nothing else. Where it stands is told by its bounding box and its centre of mass.
"""

from collections.abc import Sequence

from resources.domains.cad_modeling.execution.reports import Measures
from resources.domains.cad_modeling.execution.tolerances import point, shown
from resources.domains.cad_modeling.tasks.importers.wild.words import Parameter, Said
from resources.domains.toolkit.source_tree import words_of


def title_of(name: str) -> str:
    return " ".join(words_of(name.replace("_", " "))) or name


def prompt_text(title: str, said: Said, measures: Measures) -> str:
    blocks = [f"# {title}", _described(said), _notes(said.notes), _table(said.parameters), _measured(measures)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _described(said: Said) -> str:
    if not said.description:
        return "Model this part."
    quoted = "\n".join(f"> {line}".rstrip() for line in said.description.splitlines())
    return f"Model this part. Its author says of it:\n\n{quoted}"


def _notes(notes: Sequence[str]) -> str:
    if not notes:
        return ""
    listed = "\n".join(f"{number}. {' '.join(note.split())}" for number, note in enumerate(notes, 1))
    return f"Notes at the steps of the original, in their order:\n\n{listed}"


def _table(parameters: Sequence[Parameter]) -> str:
    if not parameters:
        return ""
    rows = [f"| `{one.name}` | `{one.value}` | {one.remark.replace('|', '/')} |" for one in parameters]
    return "\n".join(["Its parameters:\n", "| name | value | remark |", "|---|---|---|", *rows])


def _measured(measures: Measures) -> str:
    """Where it stands, and its size: of two readings, one has them."""
    low, high = measures.box[:3], measures.box[3:]
    reach = ", ".join(
        f"{axis} from {shown(one, 5)} to {shown(other, 5)}" for axis, one, other in zip("xyz", low, high, strict=True)
    )
    through = "" if not measures.genus else f", {measures.genus} {'hole' if measures.genus == 1 else 'holes'} through"
    voids = "" if not measures.voids else f", {measures.voids} sealed inside"
    bodies = "one solid" if measures.solids == 1 else f"{measures.solids} solids"
    return (
        f"The original, measured where it stands (mm): {reach}. It is {bodies} with {measures.faces} faces{through}"
        f"{voids}; volume {shown(measures.volume, 5)} mm3, surface {shown(measures.area, 5)} mm2, centre of mass"
        f" {point(measures.centre)}."
    )

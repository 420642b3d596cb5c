"""Where edits of one text land in the text they produce: applying, shifting offsets, records."""

from collections.abc import Iterable, Mapping, Sequence

from resources.domains.faults import Change, Edit, FaultKind
from resources.generation.trajectory import FaultRecord

_SHOWN = 400
"""Characters of an edit's text kept in its record; a renaming or a moved block can be long."""


def overlaps(left: Edit, right: Edit) -> bool:
    """Whether the two cannot stand side by side: touching counts, as a cut may reach its neighbour."""
    return any(a.start <= b.end and b.start <= a.end for a in left.changes for b in right.changes)


def free_of(edit: Edit, others: Iterable[Edit]) -> bool:
    return not any(overlaps(edit, other) for other in others)


def shifted(offset: int, edits: Sequence[Edit]) -> int:
    """Where the character at `offset` of the unedited text stands once `edits` are applied."""
    moved = offset
    for change in (change for edit in edits for change in edit.changes):
        if change.end <= offset and not (change.start == change.end == offset):
            moved += len(change.replacement) - len(change.original)
    return moved


def line_at(code: str, offset: int) -> int:
    return code.count("\n", 0, max(0, offset)) + 1


def first_change(edit: Edit) -> Change:
    return min(edit.changes, key=lambda change: change.start)


def start_of(edit: Edit, edits: Sequence[Edit]) -> int:
    """Where what `edit` wrote begins in the text with `edits` applied, white space before it left out."""
    change = first_change(edit)
    written = change.replacement
    blank = len(written) - len(written.lstrip()) if written.strip() else 0
    return shifted(change.start, edits) + blank


def line_of(edit: Edit, edits: Sequence[Edit], code: str) -> int:
    """The 1-based line of `edit` in `code`, which is the text with `edits` applied."""
    return line_at(code, start_of(edit, edits))


def record(edit: Edit, line: int, kinds: Mapping[str, FaultKind]) -> FaultRecord:
    changes = sorted(edit.changes, key=lambda change: change.start)[:3]
    original, replacement = (" ... ".join(texts)[:_SHOWN] for texts in zip(*map(_texts, changes), strict=True))
    return FaultRecord(kinds[edit.kind].category, edit.kind, line, edit.context, original, replacement)


def _texts(change: Change) -> tuple[str, str]:
    return change.original, change.replacement

"""The editor: draws an edit of a text by its kind, and sees to it that a fault changes the program.

The kinds themselves are `token_edits`, `line_edits` and `rewrites`; which edits make an attempt is `generator`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from resources.domains.faults import Change, Edit, apply_edits
from resources.generation.text_edits import line_edits, rewrites, token_edits
from resources.generation.text_edits.source import Source, significance

PREFIX = "text_"
EQUIVALENT = "equivalent"
_TRIES = 12
Draw = Callable[[Source, Random], Sequence[Change]]


@dataclass(frozen=True)
class TextKind:
    """A kind of edit; its name begins with `PREFIX`. `weight` is relative to the other kinds'."""

    name: str
    category: str
    draw: Draw
    weight: float = 1.0


@dataclass(frozen=True)
class Edited:
    """A text after one edit. `line` is where the edit begins, the same before and after."""

    source: Source
    edit: Edit
    category: str


def _kinds(category: str, weights: dict[Draw, float]) -> tuple[TextKind, ...]:
    return tuple(TextKind(f"{PREFIX}{draw.__name__}", category, draw, weight) for draw, weight in weights.items())


FAULTS = (
    *_kinds(
        "tokens",
        {
            token_edits.operator_swapped: 5,
            token_edits.condition_changed: 3,
            token_edits.number_changed: 6,
            token_edits.name_swapped: 2,
            token_edits.name_misspelt: 0.5,
            token_edits.string_changed: 0.7,
            token_edits.token_left_out: 0.7,
            token_edits.token_doubled: 0.2,
            token_edits.bracket_lost: 0.3,
            token_edits.arguments_swapped: 3,
        },
    ),
    *_kinds(
        "lines",
        {
            line_edits.line_deleted: 2,
            line_edits.line_doubled: 1.5,
            line_edits.line_moved: 2,
            line_edits.lines_swapped: 1.5,
            line_edits.block_cut: 0.4,
            line_edits.end_cut: 0.25,
            line_edits.line_spliced: 0.7,
            line_edits.line_commented_out: 1,
            line_edits.indentation_changed: 0.5,
            line_edits.return_changed: 2,
            line_edits.prose_pasted: 0.25,
            line_edits.comment_opened: 0.2,
        },
    ),
)
REWRITES = _kinds(
    EQUIVALENT,
    {
        rewrites.remark_removed: 1,
        rewrites.blank_line_added: 0.7,
        rewrites.spaces_changed: 1,
        rewrites.name_changed_throughout: 2,
    },
)


def with_fault(source: Source, chance: Random) -> Edited:
    """The text with one fault of a drawn kind: never the same program, whatever the text is."""
    for _ in range(_TRIES):
        kind = chance.choices(FAULTS, [kind.weight for kind in FAULTS])[0]
        edit = _drawn(source, kind, chance)
        if edit and significance(edit.source) != significance(source):
            return edit
    return _always(source, chance)


def with_rewrite(source: Source, chance: Random) -> Edited | None:
    """The text in other words; None where nothing of the kind applies."""
    for _ in range(_TRIES):
        edit = _drawn(source, chance.choices(REWRITES, [kind.weight for kind in REWRITES])[0], chance)
        if edit:
            return edit
    return None


def _drawn(source: Source, kind: TextKind, chance: Random) -> Edited | None:
    changes = tuple(sorted(kind.draw(source, chance), key=lambda change: (change.start, change.end)))
    if not changes:
        return None
    line = source.line_at(changes[0].start)
    edit = Edit(kind.name, changes, line, f"line {line}")
    code = apply_edits(source.code, [edit])
    return Edited(replace(source, code=code), edit, kind.category) if code != source.code else None


def _always(source: Source, chance: Random) -> Edited:
    """A sentence at the very end is one in every text: it adds a line outside of all tokens but an open string."""
    kind = next(kind for kind in FAULTS if kind.draw is line_edits.prose_pasted)
    text = chance.choice(("Done", "That is all", "End of answer"))
    at = len(source.code)
    edit = Edit(kind.name, (Change(at, at, "", f"\n{text}\n"),), source.line_at(at), "end of the text")
    return Edited(replace(source, code=apply_edits(source.code, [edit])), edit, kind.category)

"""Where edits land: shifting, overlap, records and differences hold for any set of edits."""

from hypothesis import given
from hypothesis import strategies as st

from resources.domains.faults import Change, Edit, FaultKind, apply_edits
from resources.generation.diagnosis.differences import line_changes
from resources.generation.fault_injection.placing import free_of, line_of, overlaps, record, shifted

TEXT = "".join(f"line {index}\n" for index in range(30))


def edit_at(start: int, length: int, replacement: str) -> Edit:
    return Edit("kind", (Change(start, start + length, TEXT[start : start + length], replacement),), 1, "somewhere")


EDITS = st.lists(
    st.builds(edit_at, st.integers(0, len(TEXT) - 20), st.integers(0, 12), st.text("ab\n", max_size=9)), max_size=8
)


@given(EDITS)
def test_edits_kept_apart_can_be_applied_and_found_again(edits: list[Edit]) -> None:
    chosen: list[Edit] = []
    for edit in edits:
        if free_of(edit, chosen):
            chosen.append(edit)
    code = apply_edits(TEXT, chosen)
    for edit in chosen:
        change = edit.changes[0]
        start = shifted(change.start, chosen)
        assert code[start : start + len(change.replacement)] == change.replacement
        written = change.replacement
        blank = len(written) - len(written.lstrip()) if written.strip() else 0
        assert line_of(edit, chosen, code) == code[: start + blank].count("\n") + 1


@given(EDITS)
def test_overlap_is_symmetric_and_every_edit_overlaps_itself(edits: list[Edit]) -> None:
    for left in edits:
        assert overlaps(left, left)
        assert all(overlaps(left, right) == overlaps(right, left) for right in edits)


@given(st.text("ab\n", max_size=40), st.text("ab\n", max_size=40))
def test_line_changes_rebuild_the_new_text(before: str, after: str) -> None:
    lines = before.splitlines()
    for hunk in reversed(line_changes(before, after)):
        assert lines[hunk.line - 1 : hunk.line - 1 + len(hunk.removed)] == list(hunk.removed)
        lines[hunk.line - 1 : hunk.line - 1 + len(hunk.removed)] = hunk.added
    assert lines == after.splitlines()


def test_a_record_joins_the_changes_of_one_edit() -> None:
    edit = Edit("swap", (Change(4, 5, "b", "a"), Change(0, 1, "a", "b")), 1, "port list")
    kinds = {"swap": FaultKind("swap", "semantics", "Two.")}
    made = record(edit, 7, kinds)
    assert (made.original, made.replacement, made.line, made.category) == ("a ... b", "b ... a", 7, "semantics")

"""The journal: what was appended is read back, whatever happened to the end of the file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.trajectories.journal import Journal, JournalInUse

rows = st.lists(
    st.fixed_dictionaries({"trajectory_id": st.text(max_size=8), "log": st.binary(max_size=40), "n": st.integers()}),
    max_size=6,
)


@given(rows=rows, cut=st.integers(min_value=0, max_value=60))
def test_a_torn_tail_costs_only_the_last_rows(tmp_path_factory: pytest.TempPathFactory, rows, cut):  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("journal") / "rows.jsonl"
    with Journal(path) as journal:
        for row in rows:
            journal.append(row)
    content = path.read_bytes()
    path.write_bytes(content[: max(0, len(content) - cut)])
    intact = path.read_bytes().count(b"\n")
    with Journal(path) as journal:
        assert list(journal.rows()) == rows[:intact]
        journal.append({"trajectory_id": "next"})
        assert list(journal.rows()) == [*rows[:intact], {"trajectory_id": "next"}]


def test_a_flipped_byte_loses_that_row_only(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with Journal(path) as journal:
        for number in range(3):
            journal.append({"n": number})
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1].replace(b'"n": 1', b'"n": 7') + lines[2])
    with Journal(path) as journal:
        assert list(journal.rows()) == [{"n": 0}, {"n": 2}]


def test_two_runs_of_one_campaign_do_not_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with Journal(path), pytest.raises(JournalInUse, match="in use"), Journal(path):
        pass


def test_a_cleared_journal_is_empty(tmp_path: Path) -> None:
    with Journal(tmp_path / "rows.jsonl") as journal:
        journal.append({"n": 1})
        journal.clear()
        assert list(journal.rows()) == []
        journal.append({"n": 2})
        assert list(journal.rows()) == [{"n": 2}]

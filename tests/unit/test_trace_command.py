"""What `icwm trace` prints of a row whose history is known. Reading a lake is `tests/graph/test_whole_graph.py`."""

import io
from typing import Any

from rich.console import Console

from assets.corpus.ancestry import Ancestry, Row, TurnAncestry
from orchestration.trace_command import tree

ROW: dict[str, Any] = {
    "conversation_id": "abc",
    "domain": "chip_design",
    "split": "train",
    "licence": "Apache-2.0",
    "seed_id": "builtin/fifo",
    "cluster": "def",
    "alike_by": ["minhash", "semantic"],
    "contaminated_by": None,
    "provenance": [{"seed_source": "builtin", "commit": "c0", "path": "tier1", "bundle_hash": "b0"}],
}
BUNDLE = {
    "certified": True,
    "reason": "",
    "cheats": 36,
    "cheats_caught": 36,
    "toolchain": "t0",
    "toolchain_versions": {"yosys": "0.23", "iverilog": "11.0 (stable) ()"},
}
TRAJECTORY = {
    "generator": "recorded",
    "generator_version": "1",
    "generator_model": "gpt-4",
    "generator_seed": 7,
    "instructions_version": "i0",
    "toolchain": "t0",
    "checkpoint": "",
}


TURN = {
    "index": 0,
    "outcome": "PASS",
    "candidate_hash": "c0",
    "toolchain": "t0",
    "checkpoint": "",
    "reasoning_source": "original",
    "reasoning_writer": "voice-1",
    "reasoning_writer_version": "2",
}
MADE = {"source": "real", "outcome": "PASS", "confidence": None}
HINDSIGHT = {"accepted": False, "reason": "", "writer": "", "writer_version": ""}


def printed(found: Ancestry) -> str:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(tree(found))
    return console.export_text()


def emptied(row: Row) -> dict[str, Any]:
    """With all that may be empty in a lake: texts, lists, maps."""
    kept = {
        "conversation_id",
        "domain",
        "split",
        "outcome",
        "source",
        "seed_id",
        "seed_source",
        "bundle_hash",
        "cluster",
    }
    empty: dict[type, Any] = {str: "", list: [], dict: {}}
    return {name: value if name in kept else empty.get(type(value), value) for name, value in row.items()}


def test_what_is_empty_is_told_in_words() -> None:
    """No brackets, quotes or names of Python's for nothing."""
    row = {**emptied(ROW), "provenance": [emptied(ROW["provenance"][0])]}
    turn = TurnAncestry("", emptied(TURN), MADE, MADE, (), HINDSIGHT)
    text = printed(Ancestry(row, emptied(BUNDLE), emptied(TRAJECTORY), "real_trajectories", (turn,)))
    for nothing in ("()", "[]", "{}", "''", "None"):
        assert nothing not in text
    assert "commit none, path none" in text
    assert any(line.endswith("answer 0: PASS") for line in map(str.strip, text.splitlines()))


def test_a_turn_names_who_reasoned() -> None:
    turn = TurnAncestry("abc:0", TURN, MADE, MADE, (), None)
    text = printed(Ancestry(ROW, BUNDLE, TRAJECTORY, "real_trajectories", (turn,)))
    assert "answer 0: PASS (abc:0)" in text
    assert "reasoning: original, by voice-1 2" in text


def test_tools_clusters_and_contamination_are_told() -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(tree(Ancestry(ROW, BUNDLE, TRAJECTORY, "real_trajectories", ())))
    text = console.export_text()
    assert "certified under t0: iverilog 11.0 (stable), yosys 0.23" in text
    assert "cluster of near copies: def, alike by minhash, semantic" in text
    assert "contaminated by: nothing that is known" in text
    assert "model gpt-4" in text

"""What `icwm trace` prints of a row whose history is known. Reading a lake is `tests/graph/test_whole_graph.py`."""

import io

from rich.console import Console

from assets.corpus.ancestry import Ancestry
from orchestration.trace_command import tree

ROW = {
    "conversation_id": "abc",
    "domain": "chip_design",
    "split": "train",
    "licence": "Apache-2.0",
    "seed_id": "builtin/fifo",
    "cluster": "def",
    "alike_by": "minhash",
    "contaminated_by": None,
    "provenance": [{"seed_source": "builtin", "commit": "c0", "path": "tier1", "bundle_hash": "b0"}],
}
BUNDLE = {
    "certified": True,
    "reason": "",
    "cheats": 36,
    "cheats_caught": 36,
    "toolchain": "t0",
    "toolchain_versions": {"yosys": "0.23", "iverilog": "11.0"},
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


def test_tools_clusters_and_contamination_are_told() -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(tree(Ancestry(ROW, BUNDLE, TRAJECTORY, "real_trajectories", ())))
    text = console.export_text()
    assert "certified under t0: iverilog 11.0, yosys 0.23" in text
    assert "cluster of near copies: def, alike by minhash" in text
    assert "contaminated by: nothing that is known" in text
    assert "model gpt-4" in text

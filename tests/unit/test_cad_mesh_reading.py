"""Meshes come from a process that read an untrusted shape: numbers, or nothing."""

import json
from typing import Any

import pytest

from resources.domains.cad_modeling.execution.mesh_reading import LARGEST_FILE, read_meshes

WHOLE = {"name": "candidate", "corners": [[0, 0, 0], [1.5, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}


def test_a_whole_mesh_is_read() -> None:
    (mesh,) = read_meshes(json.dumps([WHOLE]).encode())
    assert (mesh.name, mesh.corners[1], mesh.triangles) == ("candidate", (1.5, 0, 0), ((0, 1, 2),))


@pytest.mark.parametrize(
    "change",
    [
        {"name": "<script>"},
        {"corners": [[0, 0, "1"]]},
        {"corners": [[0, 0]]},
        {"corners": [[0, 0, float("nan")], [1, 0, 0], [0, 1, 0]]},
        {"corners": [[0, 0, True], [1, 0, 0], [0, 1, 0]]},
        {"corners": [[0, 0, float("-inf")], [1, 0, 0], [0, 1, 0]]},
        {"corners": [[0, 0, 10**400], [1, 0, 0], [0, 1, 0]]},
        {"triangles": [[0, 1, 3]]},
        {"triangles": [[0, 1, -1]]},
        {"triangles": [[0, 1, 1.0]]},
        {"triangles": "012"},
    ],
)
def test_anything_else_is_left_out(change: dict[str, Any]) -> None:
    assert read_meshes(json.dumps([WHOLE | change]).encode()) == []


@pytest.mark.parametrize("text", [b"", b"{}", b"7", b"[7]", b"\xff", b"[" * 100_000, b" " * (LARGEST_FILE + 1)])
def test_what_is_no_list_of_meshes_is_none(text: bytes) -> None:
    assert read_meshes(text) == []

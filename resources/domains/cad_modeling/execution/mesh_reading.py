"""Meshes as `worker.solids` writes them: read as numbers and nothing else, since the process saw an untrusted shape."""

import json
from collections.abc import Sequence
from typing import Any

from resources.domains.pictures import Mesh

LARGEST_FILE = 8 << 20
_FARTHEST = 1e9
"""mm: a thousand kilometres."""
NAMES = ("reference", "candidate", "common", "missing", "surplus")


def read_meshes(text: bytes) -> list[Mesh]:
    """Those that are whole: corners in reach, triangles between them. Empty where the text is no such thing."""
    if len(text) > LARGEST_FILE:
        return []
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return []
    read = [_mesh(part) for part in raw] if isinstance(raw, list) else []
    return [mesh for mesh in read if mesh is not None]


def _mesh(part: Any) -> Mesh | None:
    if not isinstance(part, dict) or part.get("name") not in NAMES:
        return None
    corners, triangles = _triples(part.get("corners"), (int, float)), _triples(part.get("triangles"), (int,))
    if not corners or not triangles:
        return None
    if not all(abs(value) <= _FARTHEST for corner in corners for value in corner):
        return None
    if not all(0 <= corner < len(corners) for triangle in triangles for corner in triangle):
        return None
    return Mesh(part["name"], corners, triangles)


def _triples(rows: Any, kinds: Sequence[type]) -> tuple[tuple[Any, Any, Any], ...]:
    """() where one of the rows is no triple of such numbers."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        return ()
    is_whole = all(type(value) in kinds for row in rows for value in row)
    return tuple((row[0], row[1], row[2]) for row in rows) if is_whole else ()

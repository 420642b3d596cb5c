"""The architecture as one SVG: the assets in the order in which they are made, and the packages in their layers.

Plain text, no drawing library: the same code gives the same bytes on every machine.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import dagster as dg

from assets.materialize import WRITTEN_BY
from assets.stages import Stage

PROJECT = Path(__file__).parent.parent.parent
WIDTH, TOP = 900, 70
NODE_WIDTH, NODE_HEIGHT, PITCH_X, PITCH_Y = 190, 36, 208, 58
LANE, FIRST_LANE = 13, 24
LAYER_PITCH = 108
READERS = frozenset({Stage.REPORTS})
"""Groups that read every table: one box below the others, since their arrows would cover all."""
COLOURS = ("#dbeafe", "#dcfce7", "#fef3c7", "#fce7f3", "#ede9fe", "#e0f2fe", "#ffedd5", "#f1f5f9", "#ecfccb", "#fee2e2")


@dataclass(frozen=True)
class Node:
    """An asset. Where no run of its own writes it, `writer` says whose run does, "" for a command."""

    name: str
    group: str
    parents: tuple[str, ...]
    written_elsewhere: bool
    writer: str


@dataclass(frozen=True)
class Place:
    """The middle of a node's box, and its row."""

    x: float
    y: float
    row: int


def architecture(definitions: dg.Definitions) -> str:
    nodes = read_nodes(definitions)
    places = placed([node for node in nodes if node.group not in READERS])
    below = max(place.y for place in places.values()) + PITCH_Y
    layers = list(_packages(below + 118))
    height = below + 118 + 4 * LAYER_PITCH + 10
    drawing = [*_title(30, "Assets, in the order in which they are made; dashed: read in the next round")]
    drawing += [*_edges(nodes, places), *_boxes(nodes, places), *_readers(nodes, below), *layers]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Architecture">'
    )
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#64748b"/></marker></defs>'
    )
    ground = f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>'
    return "\n".join([head, arrow, ground, *drawing, "</svg>"]) + "\n"


def read_nodes(definitions: dg.Definitions) -> list[Node]:
    graph = definitions.resolve_asset_graph()
    keys = sorted(graph.get_all_asset_keys(), key=lambda key: key.to_user_string())
    return [
        Node(
            key.to_user_string(),
            graph.get(key).group_name or "",
            tuple(sorted(parent.to_user_string() for parent in graph.get(key).parent_keys)),
            not graph.get(key).is_executable,
            _writer(graph.get(key).metadata),
        )
        for key in keys
    ]


def _writer(metadata: Mapping[str, Any]) -> str:
    value = metadata.get(WRITTEN_BY)
    return value.asset_key.to_user_string() if isinstance(value, dg.DagsterAssetMetadataValue) else ""


def placed(nodes: Sequence[Node]) -> dict[str, Place]:
    """A row for each step of the longest way to an asset. What is written elsewhere follows its writer."""
    by_name = {node.name: node for node in nodes}
    rows: dict[int, list[str]] = {}
    for node in nodes:
        rows.setdefault(_row(node, by_name), []).append(node.name)
    places = {}
    for row, names in rows.items():
        # What is read in the next round stands on the right, where its arrows begin.
        for number, name in enumerate(sorted(names, key=lambda name: (by_name[name].written_elsewhere, name))):
            x = WIDTH / 2 + (number - (len(names) - 1) / 2) * PITCH_X
            places[name] = Place(x, TOP + row * PITCH_Y, row)
    return places


def _row(node: Node, nodes: Mapping[str, Node]) -> int:
    if node.writer:
        return 1 + _row(nodes[node.writer], nodes)
    if node.written_elsewhere:
        return min(_row(reader, nodes) for reader in nodes.values() if node.name in reader.parents) - 1
    before = [nodes[parent] for parent in node.parents if not nodes[parent].written_elsewhere]
    return 1 + max((_row(parent, nodes) for parent in before), default=-1)


def _edges(nodes: Sequence[Node], places: Mapping[str, Place]) -> Iterator[str]:
    """Neighbouring rows are joined straight; longer ways go round on the left, and back on the right."""
    left = right = 0
    for node in nodes:
        for parent in node.parents if node.name in places else ():
            start, end = places[parent], places[node.name]
            half = NODE_HEIGHT / 2
            if end.row == start.row + 1:
                yield _path(f"M{start.x:.0f} {start.y + half:.0f}L{end.x:.0f} {end.y - half:.0f}")
            elif end.row > start.row:
                x, left = FIRST_LANE + LANE * left, left + 1
                yield _path(_round(start, end, x, -NODE_WIDTH / 2))
            else:
                x, right = WIDTH - FIRST_LANE - LANE * right, right + 1
                yield _path(_round(start, end, x, NODE_WIDTH / 2), dashed=True)


def _round(start: Place, end: Place, x: float, side: float) -> str:
    return f"M{start.x + side:.0f} {start.y:.0f}H{x:.0f}V{end.y:.0f}H{end.x + side:.0f}"


def _path(line: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<path d="{line}" fill="none" stroke="#64748b" marker-end="url(#arrow)"{dashes}/>'


def _boxes(nodes: Sequence[Node], places: Mapping[str, Place]) -> Iterator[str]:
    groups = sorted({node.group for node in nodes if node.name in places})
    for node in nodes:
        if place := places.get(node.name):
            colour = COLOURS[groups.index(node.group) % len(COLOURS)]
            x, y = place.x - NODE_WIDTH / 2, place.y - NODE_HEIGHT / 2
            yield _box(x, y, NODE_WIDTH, NODE_HEIGHT, colour, dashed=node.written_elsewhere)
            yield _text(place.x, place.y - 3, node.name, bold=True)
            yield _text(place.x, place.y + 12, node.group, size=11)


def _readers(nodes: Sequence[Node], y: float) -> Iterator[str]:
    marts = [node.name for node in nodes if node.group in READERS and node.name != "warehouse"]
    yield _box(60, y, WIDTH - 120, 72, "#f8fafc")
    yield _text(
        WIDTH / 2, y + 20, "warehouse: one DuckDB file of all tables, and marts that SQL derives from them", bold=True
    )
    half = (len(marts) + 1) // 2
    yield _text(WIDTH / 2, y + 41, ", ".join(marts[:half]), size=12)
    yield _text(WIDTH / 2, y + 59, ", ".join(marts[half:]), size=12)


def _packages(y: float) -> Iterator[str]:
    """The layers of the import contracts; who stands above may import who stands below, never the other way."""
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    domains = ", ".join(_children(PROJECT / "resources" / "domains", "domain.py"))
    inner = {"resources": [" → ".join(layers[1]), f"domains: {domains}"]}
    yield from _title(y - 14, "Packages: each layer imports only those below it")
    words = {
        "icwm": "the calls",
        "orchestration": "when and where",
        "assets": "what exists",
        "resources": "how it is done",
    }
    for number, layer in enumerate(layers[0]):
        top = y + number * LAYER_PITCH
        yield _box(60, top, WIDTH - 120, LAYER_PITCH - 14, COLOURS[number])
        yield _text(WIDTH / 2, top + 21, f"{layer}: {words[layer]}", bold=True)
        for line, text in enumerate(inner.get(layer) or wrap(", ".join(_children(PROJECT / layer)), 110)):
            yield _text(WIDTH / 2, top + 42 + 17 * line, text, size=12)


def _children(folder: Path, holding: str = "__init__.py") -> list[str]:
    """Packages in the folder; of one that has a single one, its modules as well."""
    packages = sorted(child.name for child in folder.iterdir() if (child / holding).is_file())
    modules = sorted(child.stem for child in folder.glob("*.py") if not child.stem.startswith("_"))
    return packages if len(packages) > 1 else sorted([*packages, *modules])


def _title(y: float, text: str) -> Iterator[str]:
    yield _text(WIDTH / 2, y, text, size=15)


def _box(x: float, y: float, width: float, height: float, colour: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="6" '
        f'fill="{colour}" stroke="#94a3b8"{dashes}/>'
    )


def _text(x: float, y: float, text: str, *, size: int = 13, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:.0f}" y="{y:.0f}" text-anchor="middle" font-size="{size}"'
    return f'<text {place}{weight} fill="#0f172a">{escape(text)}</text>'

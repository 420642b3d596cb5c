"""Where aimed faults of scripts stand: between the statements of the script itself, and behind its end."""

import ast
from collections.abc import Iterator

from resources.domains.cad_modeling.source import CadSource
from resources.domains.toolkit.rules import Place


def statements(source: CadSource) -> Iterator[ast.stmt]:
    """Those of the script itself, without its imports."""
    yield from (item for item in source.tree.body if not isinstance(item, ast.Import | ast.ImportFrom))


def between(source: CadSource, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement that begins a line."""
    for item in statements(source):
        start = source.start(item)
        if start == 0 or source.code[start - 1] == "\n":
            yield from (source.place(item, source.change(start, start, f"{text}\n")) for text in texts)


def at_end(source: CadSource, *texts: str) -> Iterator[Place]:
    end = len(source.code)
    for item in source.tree.body[-1:]:
        yield from (source.place(item, source.change(end, end, f"\n{text}\n")) for text in texts)


def at_start(source: CadSource, *texts: str) -> Iterator[Place]:
    for item in source.tree.body[:1]:
        yield from (source.place(item, source.change(0, 0, f"{text}\n")) for text in texts)

"""Where aimed faults stand: at a function's start, before its returns, before its jumps."""

from collections.abc import Iterator
from itertools import chain

from resources.domains.code_optimization.faults.ordinary.places import at, is_branch
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.toolkit.rules import Place


def starts(source: Assembly) -> Iterator[Statement]:
    """The first instruction of each function that is global."""
    for name in source.exported:
        if name in source.labels:
            behind = source.statements[source.position(source.labels[name]) + 1 :]
            yield from [item for item in behind if item.kind is Kind.INSTRUCTION][:1]


def returns(source: Assembly) -> Iterator[Statement]:
    yield from (item for item in source.instructions if item.name == "ret")


def jumps(source: Assembly) -> Iterator[Statement]:
    yield from (item for item in source.instructions if is_branch(item))


def inserted(source: Assembly, text: str, *, before: Iterator[Statement]) -> Iterator[Place]:
    """A place before each statement; `text` is one instruction a line, @@ in it is the line's number."""
    for item in dict.fromkeys(before):
        written = "\n\t".join(text.replace("@@", str(item.line)).splitlines())
        yield at(source, item, source.insert_before(item, written))


def everywhere(source: Assembly) -> Iterator[Statement]:
    yield from chain(starts(source), returns(source), jumps(source))


def directives(source: Assembly, *names: str) -> Iterator[Statement]:
    yield from (item for item in source.statements if item.kind is Kind.DIRECTIVE and item.name in names)

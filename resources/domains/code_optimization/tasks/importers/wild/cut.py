"""A function with what it needs of its folder: helpers, types, tables and macros, in one text that compiles alone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.tasks.importers.wild.items import CFile, CItem, ItemKind, without_comments

MAXIMUM_CHARACTERS = 16_000
_MOST_FILES = 40
_CALLED = frozenset("memcpy memmove memset memcmp abs labs llabs".split())
"""Of the C library: what a kernel may call without a file, memory of its own, or a state."""
_SYSTEM = frozenset("stdint.h stddef.h string.h stdlib.h stdbool.h limits.h inttypes.h".split())
_CALL = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_KEYWORDS = frozenset("if for while switch return sizeof do else case _Alignof __attribute__ defined".split())
_STORED = re.compile(r"\bstatic\b(?![^;={]*\bconst\b)[^;={]*")
_SPECIFIERS = re.compile(r"^(?:(?:static|inline|extern|__inline__?|__forceinline|register)\b\s*)+")


class CannotCut(Exception):
    """Why a function cannot be a task."""


@dataclass(frozen=True)
class CutFunction:
    """`program` compiles alone and exports the function; `declaration` are its types and its prototype."""

    name: str
    comment: str
    program: str
    declaration: str
    files: tuple[str, ...]


def cut(files: Mapping[str, CFile], home: str, entry: CItem) -> CutFunction:
    """Raises CannotCut with the reason."""
    name = entry.names[0]
    if name in _CALLED or name == "main":
        raise CannotCut(f"{name} is a name of the C library or of a program")
    around = _reached(files, home)
    needed = _needed(around, entry)
    if (size := sum(len(item.text) for item in needed.values())) > MAXIMUM_CHARACTERS:
        raise CannotCut(f"over a size limit: {size} characters; at most {MAXIMUM_CHARACTERS} are taken")
    _refuse(entry, needed)
    texts = [_exported(item.text) if item is entry else item.text for item in needed.values()]
    system = sorted({header for file in around for header in files[file].system} & _SYSTEM)
    program = "\n\n".join(["\n".join(f"#include <{header}>" for header in system), *texts]).strip() + "\n"
    types = [item.text for item in needed.values() if item.kind in (ItemKind.TYPE, ItemKind.MACRO)]
    prototype = without_comments(_exported(entry.text)).partition("{")[0].strip()
    sources = {place[0] for place in needed} | {home}
    return CutFunction(
        name, entry.comment, program, "\n".join([*types, f"{prototype};"]) + "\n", tuple(sorted(sources))
    )


def _reached(files: Mapping[str, CFile], home: str) -> dict[str, CFile]:
    """The file and all that it includes of the folder, what is included first."""
    order: dict[str, CFile] = {}

    def visit(name: str, depth: int) -> None:
        if name in order or depth > _MOST_FILES:
            return
        for path in files[name].local:
            found = _included(files, name, path)
            if found:
                visit(found, depth + 1)
        order.setdefault(name, files[name])

    visit(home, 0)
    return order


def _included(files: Mapping[str, CFile], near: str, path: str) -> str:
    folder = near.rpartition("/")[0]
    beside = f"{folder}/{path}".lstrip("/")
    others = [name for name in files if name.endswith(f"/{path}") or name == path]
    return beside if beside in files else others[0] if len(others) == 1 else ""


def _needed(around: Mapping[str, CFile], entry: CItem) -> dict[tuple[str, int], CItem]:
    """By file and place, in order, the items that the function reaches by names."""
    declared: dict[str, list[tuple[str, int]]] = {}
    items = {(file, place): item for file, read in around.items() for place, item in enumerate(read.items)}
    for where, item in items.items():
        for name in item.names:
            declared.setdefault(name, []).append(where)
    chosen = {next(where for where, item in items.items() if item is entry)}
    waiting = list(chosen)
    while waiting:
        for name in sorted(items[waiting.pop()].uses):
            new = set(declared.get(name, ())) - chosen
            chosen |= new
            waiting += new
    return {where: items[where] for where in items if where in chosen}


def _refuse(entry: CItem, needed: Mapping[tuple[str, int], CItem]) -> None:
    """Raises CannotCut for what cannot be judged or does not stand in the folder."""
    defined = {name for item in needed.values() for name in item.names if item.kind is not ItemKind.PROTOTYPE}
    for item in needed.values():
        if item.is_conditional:
            raise CannotCut(f"needs {', '.join(item.names)}, which stands under a condition of the preprocessor")
        if item.kind is ItemKind.VALUE and not re.search(r"\bconst\b", item.text.partition("=")[0]):
            raise CannotCut(f"keeps state in {', '.join(item.names) or 'a variable'}")
        if item.kind is ItemKind.FUNCTION:
            plain = without_comments(item.text).partition("{")[2]
            if _STORED.search(plain):
                raise CannotCut("keeps state in a static variable")
            if missing := next(_undefined(plain, defined, item), ""):
                raise CannotCut(f"calls {missing}, which is not in the folder")


def _undefined(body: str, defined: set[str], item: CItem) -> Iterator[str]:
    for name in _CALL.findall(body):
        if name not in defined | _CALLED | _KEYWORDS and not name.startswith("__builtin_"):
            yield name


def _exported(text: str) -> str:
    return _SPECIFIERS.sub("", text)

"""The Verilog files of a folder: each cut at its modules, and an index of what is declared where."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.execution.reader.apart import apart

VERILOG = (".v", ".sv")
HEADERS = (".vh", ".svh", ".h", ".inc")
"""What is only included; a `.v` may be, too."""
_ENCRYPTED = re.compile(r"`protected\b|`pragma\s+protect\b|-----BEGIN PGP MESSAGE")
_COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\[^\n])*"', re.DOTALL)
COMMENTS = re.compile(r"(?://[^\n]*(?:\n|\Z)[ \t]*)+|/\*.*?(?:\*/|\Z)", re.DOTALL)
"""Runs of line comments, and block comments; one without an end goes to the text's."""
_DEFINITION = re.compile(r"^[ \t]*`define[ \t]+(\w+)(?:[^\n\\]|\\\n|\\[^\n])*", re.MULTILINE)
_BLANK_OR_COMMENT = re.compile(r"\s+|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?:\n|$)")


@dataclass(frozen=True)
class ModulePart:
    """One module of a file. `header` is its text to the end of its ports' declarations, `inside` what comments follow;
    `instantiated` are the modules it is built of."""

    name: str
    text: str
    header: str
    inside: str
    instantiated: tuple[str, ...]


@dataclass(frozen=True)
class FileParts:
    """A file between its modules: `outside` has one text more than there are modules."""

    outside: tuple[str, ...]
    modules: tuple[ModulePart, ...]
    packages: tuple[str, ...]


@dataclass(frozen=True)
class SourceFile:
    """A readable file: `name` is its path in the folder. `parts` is None of one that no parser reads alone."""

    name: str
    text: str
    parts: FileParts | None

    @cached_property
    def definitions(self) -> dict[str, str]:
        """By macro, the directives that define it."""
        found: dict[str, str] = {}
        for match in _DEFINITION.finditer(without_comments(self.text)):
            found[match[1]] = match[0].strip()
        return found

    def module(self, name: str) -> ModulePart:
        return next(part for part in (self.parts.modules if self.parts else ()) if part.name == name)

    def above(self, name: str) -> str:
        """What stands before a module, behind the one before it."""
        parts = self.parts.modules if self.parts else ()
        place = [part.name for part in parts].index(name)
        return self.parts.outside[place] if self.parts else ""

    def cut_to(self, wanted: Iterable[str]) -> str:
        """The file without its other modules and what stands above them, but with what begins it: its licence."""
        if self.parts is None:
            return self.text
        kept, texts = set(wanted), []
        outside, modules = self.parts.outside, self.parts.modules
        for place, between in enumerate(outside):
            stays = place < len(modules) and modules[place].name in kept
            texts.append(between if stays else _beginning(between) if place == 0 else without_comments(between))
            texts += [modules[place].text + "\n"] if stays else []
        lines = (line.rstrip() for line in "".join(texts).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


class Declarations:
    """Where modules, packages and macros of a folder are declared."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        self.files = {file.name: file for file in files}
        self._modules: dict[str, list[SourceFile]] = defaultdict(list)
        self._packages: dict[str, list[SourceFile]] = defaultdict(list)
        self._macros: dict[str, dict[str, str]] = defaultdict(dict)
        for file in self.files.values():
            for part in file.parts.modules if file.parts else ():
                self._modules[part.name].append(file)
            for package in file.parts.packages if file.parts else ():
                self._packages[package].append(file)
            for macro, definition in file.definitions.items():
                self._macros[macro].setdefault(definition, file.name)

    def module(self, name: str, near: SourceFile) -> SourceFile | None:
        """The file that declares a module. Raises VerilogError where several do, and none is nearer than the others."""
        return _nearest(self._modules.get(name, []), near, f"module {name}")

    def package(self, name: str, near: SourceFile) -> SourceFile | None:
        return _nearest(self._packages.get(name, []), near, f"package {name}")

    def included(self, path: str, near: SourceFile) -> SourceFile | None:
        """The file that an include means: beside the including one, else the nearest whose path ends so."""
        names = [name for name in self.files if name == path or name.endswith(f"/{path.removeprefix('./')}")]
        return _nearest([self.files[name] for name in names], near, f"an include of {path}")

    def macro(self, name: str) -> tuple[str, str]:
        """The file and the text of a macro's one definition in the folder; both "" without one. Raises VerilogError
        where they differ."""
        found = self._macros.get(name, {})
        if len(found) > 1:
            raise VerilogError(f"uses the macro `{name}, which files of the folder define in different ways")
        return next(((home, definition) for definition, home in found.items()), ("", ""))


def _nearest(files: list[SourceFile], near: SourceFile, what: str) -> SourceFile | None:
    """The file itself, else that of the same folder, else the only one; copies are one."""
    if near in files:
        return near
    folder = near.name.rpartition("/")[0]
    beside = [file for file in files if file.name.rpartition("/")[0] == folder] or files
    if len({file.text for file in beside}) > 1:
        raise VerilogError(f"{what} stands in several files: {', '.join(sorted(file.name for file in beside)[:3])}")
    return beside[0] if beside else None


def without_comments(text: str) -> str:
    return _COMMENT_OR_STRING.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)


def _beginning(text: str) -> str:
    """What begins a file, without the comment that stands last and belongs to a module, where there is more."""
    last = max(COMMENTS.finditer(text), key=lambda match: match.start(), default=None)
    if last is None or text[last.end() :].strip() or not text[: last.start()].strip():
        return text
    return text[: last.start()]


def unreadable(text: str) -> str:
    """Why no file of this text is read at all; "" where one can be tried."""
    if _ENCRYPTED.search(text):
        return "encrypted"
    comments = (match[0] for match in _COMMENT_OR_STRING.finditer(text) if match[0].startswith("/*"))
    return "a comment has no end" if any(len(item) < 4 or not item.endswith("*/") for item in comments) else ""


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError,), died=_broken)
def parts_of(text: str) -> FileParts:
    """Raises VerilogError where it cannot be read as Verilog."""
    read = VerilogText(text)
    outside: list[str] = []
    modules: list[ModulePart] = []
    end = 0
    for span in read.module_spans():
        if span.start < end:
            continue  # within another module
        outside.append(read.slice(end, span.start))
        header_end = read.end_of_ports(span.name)
        body = read.slice(header_end, span.end)
        modules.append(
            ModulePart(
                span.name,
                read.slice(span.start, span.end),
                read.slice(span.start, header_end),
                _comments_before(body),
                read.instantiated(span.name),
            )
        )
        rest = _REST_OF_LINE.match(read.slice(span.end, len(read.raw)))
        end = span.end + (len(rest[0].encode()) if rest else 0)
    outside.append(read.slice(end, len(read.raw)))
    return FileParts(tuple(outside), tuple(modules), read.packages())


def _comments_before(body: str) -> str:
    """The comments with which a text begins."""
    place = 0
    while found := _BLANK_OR_COMMENT.match(body, place):
        place = found.end()
    return body[:place]

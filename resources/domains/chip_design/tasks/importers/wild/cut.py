"""What a module needs, cut out of its folder: its submodules, packages, includes and macros, as few texts as can be.

Included text stands in the include's place, since no candidate may read a file. An include that is nowhere is left out:
whether it was needed, elaboration finds. Times are the bench's, so that `timescale goes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError
from resources.domains.chip_design.tasks.importers.wild.folder import Declarations, SourceFile, without_comments

MAXIMUM_CHARACTERS = 80_000
"""Of all that is compiled for one module, comments aside: some headers say more than the code."""
_MOST_ROUNDS = 64
_MOST_MODULES = 40
_INCLUDE = re.compile(r'^[ \t]*`include[ \t]+"([^"\n]+)"[^\n]*$', re.MULTILINE)
_TIMESCALE = re.compile(r"^[ \t]*`timescale\b[^\n]*\n?", re.MULTILINE)
_USED = re.compile(r"`(\w+)")
_DEFINED = re.compile(r"`define[ \t]+(\w+)")
_SCOPED = re.compile(r"\b([A-Za-z_]\w*)\s*::")
_PACKAGE = re.compile(r"\bpackage\s+(?:automatic\s+|static\s+)?(\w+)")
_DIRECTIVES = frozenset(
    "begin_keywords celldefine default_nettype define else elsif end_keywords endcelldefine endif ifdef ifndef include "
    "line nounconnected_drive pragma resetall timescale unconnected_drive undef undefineall __FILE__ __LINE__".split()
)


@dataclass(frozen=True)
class CutModule:
    """`own` is the module's file cut to it, `parts` the same of each module below it, by name; `direct` are those that
    it instantiates itself. `files` are all from which something was taken, by name."""

    name: str
    file: SourceFile
    own: str
    parts: Mapping[str, str]
    homes: Mapping[str, SourceFile]
    direct: tuple[str, ...]
    files: tuple[str, ...]


def cut(declared: Declarations, file: SourceFile, name: str) -> CutModule:
    """Raises VerilogError with the reason where it cannot be cut."""
    taken: set[str] = set()
    own = _Cutter(declared, file, taken).text(name)
    parts: dict[str, str] = {}
    homes: dict[str, SourceFile] = {}
    waiting = [(inner, file) for inner in file.module(name).instantiated]
    while waiting:
        inner, near = waiting.pop(0)
        home = declared.module(inner, near)
        if home is None or inner in parts or inner == name:
            continue  # what stands nowhere may be a primitive or not be elaborated
        homes[inner], parts[inner] = home, _Cutter(declared, home, taken).text(inner)
        waiting += [(below, home) for below in home.module(inner).instantiated]
        _within_limits([own, *parts.values()])
    direct = tuple(inner for inner in file.module(name).instantiated if inner in parts)
    return CutModule(name, file, own, parts, homes, direct, tuple(sorted(taken)))


def _within_limits(texts: list[str]) -> None:
    if len(texts) > _MOST_MODULES:
        raise VerilogError(f"over a size limit: it is built of more than {_MOST_MODULES} modules")
    if (size := sum(len(without_comments(text)) for text in texts)) > MAXIMUM_CHARACTERS:
        raise VerilogError(f"over a size limit: {size} characters or more; at most {MAXIMUM_CHARACTERS} are taken")


class _Cutter:
    """Puts one module's text together. `taken` are the files that something came from, `macros` what headers of mere
    definitions define."""

    def __init__(self, declared: Declarations, file: SourceFile, taken: set[str]) -> None:
        self._declared, self._file, self._taken = declared, file, taken
        self._macros: dict[str, str] = {}

    def text(self, name: str) -> str:
        """With packages before it, includes in their places, and macros that other files define."""
        text = self._with_includes(self._file, self._file.cut_to([name]))
        for _ in range(_MOST_ROUNDS):
            missing = next(_packages(self._declared, self._file, text), None)
            if missing is None:
                break
            text = self._with_includes(missing, missing.cut_to([])) + "\n" + text
            _within_limits([text])
        text = self._with_macros(text)
        _within_limits([text])
        return _TIMESCALE.sub("", text)

    def _with_includes(self, file: SourceFile, text: str) -> str:
        self._taken.add(file.name)
        for _ in range(_MOST_ROUNDS):
            found = _INCLUDE.search(text)
            if found is None:
                return text
            header = self._declared.included(found[1], file)
            inside = ""
            if header is not None and _only_defines(header):
                self._macros |= dict.fromkeys(header.definitions, header.name)
            elif header is not None:
                self._taken.add(header.name)
                inside = header.text
            text = text[: found.start()] + inside + text[found.end() :]
            _within_limits([text])
        raise VerilogError(f"includes more than {_MOST_ROUNDS} files, or itself")

    def _with_macros(self, text: str) -> str:
        """With the definitions that it needs and has not: of headers, and of files that a project compiles first."""
        for _ in range(_MOST_ROUNDS):
            plain = without_comments(text)
            wanted = set(_USED.findall(plain)) - set(_DEFINED.findall(plain)) - _DIRECTIVES
            found = [definition for name in sorted(wanted) if (definition := self._definition(name))]
            if not found:
                return text
            text = "\n".join([*found, text])
        return text

    def _definition(self, macro: str) -> str:
        if macro in self._macros:
            self._taken.add(self._macros[macro])
            return self._declared.files[self._macros[macro]].definitions[macro]
        home, definition = self._declared.macro(macro)
        self._taken |= {home} if home else set()
        return definition


def _only_defines(header: SourceFile) -> bool:
    """Whether a header holds but definitions, each once and under no condition but its guard: then those are taken that
    are needed, since cores include hundreds everywhere."""
    lines = without_comments(header.text).replace("\\\n", " ").split("\n")
    words = [line.split()[0] for line in lines if line.strip()]
    defined = _DEFINED.findall(without_comments(header.text))
    guarded = words.count("`ifndef") <= 1 and words.count("`endif") <= 1
    return (
        guarded and set(words) <= {"`define", "`ifndef", "`endif", "`timescale"} and len(set(defined)) == len(defined)
    )


def _packages(declared: Declarations, file: SourceFile, text: str) -> Iterator[SourceFile]:
    plain = without_comments(text)
    there = set(_PACKAGE.findall(plain))
    for name in dict.fromkeys(_SCOPED.findall(plain)):
        home = declared.package(name, file) if name not in there else None
        if home is not None:
            yield home

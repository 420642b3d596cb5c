"""The modules in a RealBench folder: which are the core's, which the bench's, and what the core may build on.

The bench's reference `ref_<module>` is built of `ref_` modules; the core of those without it. Where a folder has only
the former of one, it is renamed. Includes are put in their place in the bench's files: there no file is included.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText

REFERENCE = "ref_"
_INCLUDE = re.compile(r'^[ \t]*`include[ \t]+"([^"\n]+)"[^\n]*$', re.MULTILINE)
_DIRECTIVE = re.compile(r"`(?!timescale\b|default_nettype\b|resetall\b|celldefine\b|endcelldefine\b)(\w+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_MOST_INCLUDES = 64
_STUB_SHARE = 0.5
"""A `_top` file with fewer lines than this share of the reference's is what a candidate begins with, not a solution."""


@dataclass(frozen=True)
class Core:
    """The design as a candidate, the modules given to it by name, and why it cannot be judged here, if so."""

    text: str
    given: Mapping[str, str]
    unusable: str


class ModulePool:
    """All modules of a folder's files. `bench` are the files that are compiled with every candidate."""

    def __init__(self, module: str, texts: Mapping[str, str]) -> None:
        self._module, self._texts = module, texts
        read = {name: VerilogText(text) for name, text in texts.items()}
        self._home = {item: name for name, text in read.items() for item in text.modules()}
        self._read = read
        if f"{REFERENCE}{module}" not in self._home:
            raise VerilogError(f"no file declares {REFERENCE}{module}")

    @property
    def bench(self) -> dict[str, str]:
        """Testbench, stimuli and references, each text with what it includes in its place. Raises VerilogError."""
        files = self._of_bench()
        return {name: self._with_includes(text) for name, text in self._texts.items() if name in files}

    def _of_bench(self) -> set[str]:
        """The file of the testbench and those of all that it instantiates but the core."""
        bench = {name for name in self._texts if name.rpartition(".")[0] == f"{self._module}_testbench"}
        waiting = list(bench)
        while waiting:
            for inner in self._read[waiting.pop()].instantiated():
                home = self._home.get(inner, "")
                if home and home not in bench and inner != self._module:
                    bench.add(home)
                    waiting.append(home)
        return bench

    def core(self, *, whole: bool) -> Core:
        """The design; `whole` where its parts belong to it and are not given."""
        text, parts = self._solution(), dict[str, str]()
        read = VerilogText(text)
        waiting, there = list(read.instantiated()), {*read.modules(), self._module}
        while waiting:
            name = waiting.pop(0)
            found = self._part(name) if name not in there else ""
            if found:
                parts[name], read = found, VerilogText(found)
                waiting += read.instantiated()
                there |= {*read.modules(), name}
        texts = {name: _without_needless_includes(part) for name, part in {self._module: text, **parts}.items()}
        included = sorted({file for part in texts.values() for file in _INCLUDE.findall(part)})
        unusable = f"its design includes {', '.join(included)}; a candidate may include nothing" if included else ""
        own = texts.pop(self._module)
        if whole:
            return Core("\n".join([own, *texts.values()]), {}, unusable)
        return Core(own, texts, unusable)

    def _solution(self) -> str:
        """The set's own solution, or the reference by another name."""
        reference = self._renamed(f"{REFERENCE}{self._module}")
        if self._module in self._home:
            solution = self._texts[self._home[self._module]]
            if len(solution.split("\n")) >= _STUB_SHARE * len(reference.split("\n")):
                return solution
        return reference

    def _part(self, name: str) -> str:
        """A module's text: its own file's, or that of its reference by another name; "" where there is neither."""
        if name in self._home:
            return self._texts[self._home[name]]
        return self._renamed(f"{REFERENCE}{name}") if f"{REFERENCE}{name}" in self._home else ""

    def _renamed(self, module: str) -> str:
        """The file of a reference with all names of references without their beginning."""
        text = self._texts[self._home[module]]
        names = sorted({name for name in self._home if name.startswith(REFERENCE)}, key=len, reverse=True)
        for name in names:
            text = VerilogText(text).renamed(name, name.removeprefix(REFERENCE))
        return text

    def _with_includes(self, text: str) -> str:
        for _ in range(_MOST_INCLUDES):
            found = _INCLUDE.search(text)
            if found is None:
                break
            if found[1] not in self._texts:
                raise VerilogError(f"the bench includes {found[1]}, which does not lie beside it")
            text = text[: found.start()] + self._texts[found[1]] + text[found.end() :]
        return text


def _without_needless_includes(text: str) -> str:
    """Without includes where the text uses no macro: cores include their definitions everywhere."""
    plain = _COMMENT.sub("", _INCLUDE.sub("", text))
    return text if _DIRECTIVE.search(plain) else _INCLUDE.sub("", text)

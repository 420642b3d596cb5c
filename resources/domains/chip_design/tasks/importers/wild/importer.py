"""`wild-verilog`: every module of a folder's Verilog files, as a task where it can be one, else with why it cannot.

A task's licence is that of the files that it was cut from: their own words, else the nearest licence file above them.

No model reads them. A module whose comments say too little is no task, since nobody could write it from its ports.
"""

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from resources.domains.chip_design.execution.given import GIVEN
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError
from resources.domains.chip_design.tasks.importers.wild.bench import BENCH, ORACLE_FILE, TOP, bench_text
from resources.domains.chip_design.tasks.importers.wild.cut import CutModule, cut
from resources.domains.chip_design.tasks.importers.wild.design import WildDesign, design_of
from resources.domains.chip_design.tasks.importers.wild.folder import (
    COMMENTS,
    HEADERS,
    VERILOG,
    Declarations,
    SourceFile,
    parts_of,
    unreadable,
)
from resources.domains.chip_design.tasks.importers.wild.prompt import prompt_text, title_of
from resources.domains.chip_design.tasks.importers.wild.stimuli import stimuli
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.author_words import WORD, is_enough, paragraphs
from resources.domains.toolkit.file_licence import comment_lines
from resources.domains.toolkit.file_licences import FileLicences
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    tier_of_size,
    words_of,
)
from resources.execution.bundle import Limits

SOURCE = "wild-verilog"
LOOKED_FOR = "Verilog files (.v, .sv)"
NOTHING_SAYS = "nothing says what it does"
_LIMITS = Limits(wall_s=60.0, cpu_s=30)


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is any folder. `licence` is that of files which say nothing themselves, in the place of licence files."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    paths = [folder / name for folder, names in tree.folders() for name in names if name.endswith(VERILOG + HEADERS)]
    if not any(place.name.endswith(VERILOG) for place in paths):
        raise ImportSourceError(f"{path}: nothing to read; looked for {LOOKED_FOR}")
    problems: list[ImportProblem] = []
    files = [file for place in counted(paths, "files") if (file := _file(tree, place, problems))]
    declared, licences = Declarations(files), FileLicences(tree.root, licence)
    seeds: list[TaskSeed] = []
    modules = [(file, part.name) for file in files if file.parts for part in file.parts.modules]
    for file, module in counted(modules, "modules"):
        try:
            found = cut(declared, file, module)
            seeds.append(_seed(tree, found, licences.of({name: declared.files[name].text for name in found.files})))
        except VerilogError as error:
            problems.append(ImportProblem(file.name, f"module {module}", str(error)))
    return finished(seeds, problems, commit=commit or detect_commit(tree, paths))


def _file(tree: SourceTree, place: Path, problems: list[ImportProblem]) -> SourceFile | None:
    """None, with the problem, where nothing of it can be used. A header is not parsed alone."""
    name = tree.name(place)
    try:
        text = tree.text(place, "verilog", may_be_empty=True)
        if reason := unreadable(text):
            raise UnreadableError(name, "verilog", reason)
        return SourceFile(name, text, parts_of(text) if name.endswith(VERILOG) else None)
    except UnreadableError as error:
        problems.append(error.problem)
    except VerilogError as error:
        problems.append(ImportProblem(name, "verilog", str(error)))
    return None


def _seed(tree: SourceTree, found: CutModule, licence: str) -> TaskSeed:
    """Raises VerilogError with the reason where the module cannot be a task."""
    name, part = found.name, found.file.module(found.name)
    design = design_of(found.own, dict(found.parts), name, part.header)
    description = described(found.file.above(name), part.inside, name)
    if not description:
        raise VerilogError(NOTHING_SAYS)
    if quiet := _quiet(design, description):
        raise VerilogError(f"{NOTHING_SAYS}: no comment speaks of {', '.join(quiet[:3])}")
    told = _parts(found, design)
    seed_id = _id(tree, found)
    phases = stimuli(design, random.Random(seed_id))
    given = {f"given_{inner}.v": text for inner, text in design.given.items()}
    settings = {"top": name, "bench": "verilog", "bench_files": f"{BENCH} {ORACLE_FILE}", "bench_top": TOP}
    return TaskSeed(
        seed_id=seed_id,
        domain="chip_design",
        title=title_of(name),
        prompt=prompt_text(name, design, description, told),
        interface=design.interface,
        candidate_file=f"{name}.sv" if found.file.name.endswith(".sv") else f"{name}.v",
        reference=design.reference,
        origin=SeedOrigin(SOURCE, "", licence, found.file.name),
        tier=tier_of_size(design.reference),
        tags=("wild", "sequential" if design.clocking.clock else "combinational", *words_of(name)),
        files={BENCH: bench_text(name, design, phases), ORACLE_FILE: design.oracle, **given},
        settings=settings | ({GIVEN: " ".join(given)} if given else {}),
        limits=_LIMITS,
    )


def _quiet(design: WildDesign, description: str) -> list[str]:
    """Ports beside the clock and resets of which nothing is said."""
    resets = {reset.name for reset in design.clocking.resets}
    names = [port.name for port in (*design.inputs(), *design.outputs()) if port.name not in resets]
    return unspoken(design.interface, names, description)


def _parts(found: CutModule, design: WildDesign) -> dict[str, str]:
    """What is said of the modules that are given and that the module instantiates itself."""
    told: dict[str, str] = {}
    for name in found.direct if design.given else ():
        home = found.homes[name]
        part = home.module(name)
        told[name] = described(home.above(name), part.inside, name)
        if not told[name]:
            raise VerilogError(f"{NOTHING_SAYS}: its part {name} has no description either")
    return told


def _id(tree: SourceTree, found: CutModule) -> str:
    """The folder's name, the file's path in it, and the module, once where file and module are called alike."""
    file = Path(found.file.name)
    place = file.parent if file.stem == found.name else file.with_suffix("")
    return "/".join([SOURCE, tree.root.resolve().name, *place.parts, found.name])


_DIRECTIVE = re.compile(
    r"(?:synthesis|synopsys|pragma|verilator|verilog_lint|spyglass|lint_o|vim:|emacs|-\*-|\$\w+:|`)", re.IGNORECASE
)
_CODE = re.compile(r"(?:assign|wire|reg|always|input|output)\b.*[;,]$|.*[=(\[].*[;{}]$|(?:begin|end|endmodule)$|>>|\$ ")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LINE = 400
_HEADING = 4
"""Words: fewer behind a header are a heading of what follows there."""


def described(above: str, inside: str, module: str) -> str:
    """The paragraphs of both texts' comments; "" where they say too little."""
    said = [*_paragraphs(above), *(item for item in _paragraphs(inside) if len(WORD.findall(item)) > _HEADING)]
    text = "\n\n".join(dict.fromkeys(said))
    return text if is_enough(text, module) else ""


def unspoken(header: str, ports: Iterable[str], description: str) -> list[str]:
    """The ports of which nothing is said: no comment on their lines or above their group, no word in the description
    that they are called by."""
    commented: set[str] = set()
    in_group = False
    for line in header.splitlines():
        code, slashes, comment = line.partition("//")
        told = bool(slashes and WORD.search(comment)) or "/*" in code
        in_group = told if not code.strip() and slashes else in_group and bool(line.strip())
        if told or in_group:
            commented |= set(_NAME.findall(code))
    said = [word.lower() for word in _NAME.findall(description.replace("_", " "))]
    whole = {word.lower() for word in _NAME.findall(description)}
    return [port for port in ports if port not in commented and port.lower() not in whole and not _is_said(port, said)]


def _is_said(port: str, words: list[str]) -> bool:
    """Whether all words of a port's name are used, or longer forms of them."""
    parts = [part for part in port.lower().split("_") if len(part) > 2]
    return bool(parts) and all(any(word.startswith(part) for word in words) for part in parts)


def _paragraphs(text: str) -> Iterator[str]:
    for comment in COMMENTS.findall(text):
        yield from paragraphs(comment_lines(comment), is_aside=_is_directive, is_code=_is_code)


def _is_directive(line: str) -> bool:
    return bool(_DIRECTIVE.match(line))


def _is_code(line: str) -> bool:
    return bool(_CODE.match(line[:_LINE]))

"""RTLLM v2: one folder a design, at any depth, with a description, a bench, a reference and data files.

The bench says "passed" in words; how that becomes a verdict is `bench_messages`. A reference that does not
pass its own bench is still a seed: certification finds it.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.tasks.importers.bench_messages import reporting_bench
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    existing,
    finished,
    read_below,
    tier_of_size,
    words_of,
)
from resources.execution.reader.apart import apart

LOOKED_FOR = "folders with design_description.txt, testbench.v and verified_<design>.v"
URL = "https://github.com/hkust-zhiyao/RTLLM"
VERILOG = (".v", ".sv")
_OWN_NAME = "design_description.txt"
_DESCRIPTION = re.compile(r"(design_)?description\.(txt|md)", re.IGNORECASE)
_BENCH = re.compile(r"(testbench|tb|test_?bench.*|tb_.*|.*_tb|.*_testbench)\.s?v", re.IGNORECASE)
_IGNORED = re.compile(r"(makefile|readme.*|licen[cs]e.*|\..*|.*\.(vcd|fsdb|log|out|vvp|pdf|png|jpe?g))", re.IGNORECASE)


@dataclass(frozen=True)
class DesignFolder:
    """One design's folder: the names of its description, bench, other Verilog and data files."""

    folder: Path
    description: str
    bench: str
    verilog: tuple[str, ...]
    data: tuple[str, ...]
    makefile: str


@dataclass(frozen=True)
class Reference:
    """The reference as a candidate: the module that the bench names, with its helpers, in one text."""

    top: str
    text: str
    support: dict[str, str]


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is the repository's root or any folder above the designs."""
    existing(path, LOOKED_FOR)
    tree = SourceTree(path)
    designs = [design for folder, names in tree.folders() if (design := _design(folder, names))]
    if not designs:
        raise ImportSourceError(f"{path}: no design lies there; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    for design in counted(designs):
        try:
            files = _data_files(tree, design, problems)
            seeds.append(_seed(tree, design, licence, files))
        except UnreadableError as error:
            problems.append(error.problem)
        except VerilogError as error:
            problems.append(ImportProblem(tree.name(design.folder), "verilog", str(error)))
    used = (file for design in designs for file in design.folder.iterdir() if not file.is_dir())
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _design(folder: Path, names: list[str]) -> DesignFolder | None:
    """A folder is a design's when it has two of description, bench and reference, or a description under the layout's
    own name; what is missing is reported."""
    descriptions = [name for name in names if _DESCRIPTION.fullmatch(name)]
    benches = [name for name in names if _BENCH.fullmatch(name) and not name.startswith("verified_")]
    bench = "testbench.v" if "testbench.v" in benches else next(iter(benches), "testbench.v")
    verilog = tuple(name for name in names if name.endswith(VERILOG) and name != bench)
    if bool(descriptions) + bool(benches) + bool(verilog) < 2 and _OWN_NAME not in names:
        return None
    description = next(iter(descriptions), _OWN_NAME)
    taken = {description, bench, *verilog}
    data = tuple(name for name in names if name not in taken and not _IGNORED.fullmatch(name))
    makefile = next((name for name in names if name.lower() == "makefile"), "")
    return DesignFolder(folder, description, bench, verilog, data, makefile)


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError, UnreadableError), reads=read_below, died=_broken)
def _seed(tree: SourceTree, design: DesignFolder, licence: str, files: dict[str, str]) -> TaskSeed:
    prompt = tree.text(design.folder / design.description, "prompt")
    bench = VerilogText(tree.text(design.folder / design.bench, "bench"))
    reference = _reference(tree, design, bench)
    bench_text, unusable = _bench_text(bench)
    bench_name = design.bench.replace(" ", "_")
    path = tree.name(design.folder)
    tops = [name for name in bench.tops() if reference.top in bench.instantiated(name)]
    compiled = [bench_name, *reference.support]
    return TaskSeed(
        seed_id=f"rtllm/{reference.top}",
        domain="chip_design",
        title=reference.top.replace("_", " "),
        prompt=prompt.strip() + "\n",
        interface=VerilogText(reference.text).interface(reference.top),
        candidate_file=f"{reference.top}.v",
        reference=reference.text,
        origin=SeedOrigin("rtllm", "", licence, path, URL),
        tier=tier_of_size(reference.text),
        tags=words_of(" ".join(Path(path).parent.parts)),
        files={**files, **reference.support, bench_name: bench_text},
        settings={
            "top": reference.top,
            "bench": "verilog",
            "bench_files": " ".join(compiled),
            "bench_top": next(iter(tops), ""),
        },
        unusable=unusable
        or ("" if tops else "no top module of the bench instantiates the design")
        or _contradiction(prompt, reference),
    )


def _contradiction(prompt: str, reference: Reference) -> str:
    """Why no answer to the prompt can fit the bench; "" where one can.

    Two of the set's prompts call a port by another name than bench and reference (`reset_n` for `rst_n`).
    """
    interface = interface_of(reference.text, reference.top)
    names = [port.name.split()[0] for port in interface.ports] if interface else []
    missing = [name for name in names if not re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", prompt)]
    return f"the prompt contradicts the bench: it names no port {', '.join(missing)}" if missing else ""


def _bench_text(bench: VerilogText) -> tuple[str, str]:
    """The reporting bench and "", or the bench as it is and why it cannot report."""
    try:
        return reporting_bench(bench), ""
    except VerilogError as error:
        return bench.slice(0, len(bench.raw)), str(error)


def _data_files(tree: SourceTree, design: DesignFolder, problems: list[ImportProblem]) -> dict[str, str]:
    """Text files that the bench may open; one that cannot be read is a problem of its own."""
    files: dict[str, str] = {}
    for name in design.data:
        try:
            files[name] = tree.text(design.folder / name, "data", may_be_empty=True)
        except UnreadableError as error:
            problems.append(error.problem)
    return files


def _reference(tree: SourceTree, design: DesignFolder, bench: VerilogText) -> Reference:
    """The file that holds the design; other files' modules are support, compiled with the bench."""
    texts = {name: VerilogText(tree.text(design.folder / name, "reference")) for name in design.verilog}
    if not texts:
        raise UnreadableError(tree.name(design.folder), "reference", "no Verilog file beside the bench")
    top = _top(tree, design, bench)
    for wanted in (top, f"verified_{top}"):
        for name, text in texts.items():
            if wanted in text.modules():
                return _as_candidate(top, wanted, name, texts)
    for name, text in texts.items():
        if (name.startswith("verified_") or len(texts) == 1) and len(text.tops()) == 1:
            return _as_candidate(top, text.tops()[0], name, texts)
    raise VerilogError(f"no file declares {top} or verified_{top}")


def _as_candidate(top: str, module: str, file: str, texts: dict[str, VerilogText]) -> Reference:
    """References of several files: what the design instantiates joins its text, the rest is support."""
    text, support = texts[file].renamed(module, top), {}
    needed = set(texts[file].instantiated())
    for name, other in texts.items():
        if name == file or set(other.modules()) & set(texts[file].modules()):
            continue
        if needed & set(other.modules()):
            text += "\n" + other.slice(0, len(other.raw))
        else:
            support[name.replace(" ", "_")] = other.slice(0, len(other.raw))
    return Reference(top, text, support)


def _top(tree: SourceTree, design: DesignFolder, bench: VerilogText) -> str:
    """The module that the bench instantiates and does not declare; the makefile decides between several."""
    declared = set(bench.modules())
    instantiated = [name for name in bench.instantiated() if name not in declared]
    named = _test_design(tree, design)
    if named in instantiated:
        return named
    if len(instantiated) == 1:
        return instantiated[0]
    instances = f"instantiates {', '.join(instantiated)}" if instantiated else "instantiates no other module"
    raise VerilogError(f"the bench {instances}, and no makefile says which is the design")


def _test_design(tree: SourceTree, design: DesignFolder) -> str:
    """TEST_DESIGN of the makefile; "" without one."""
    if not design.makefile:
        return ""
    text = tree.text(design.folder / design.makefile, "makefile", may_be_empty=True)
    match = re.search(r"^[ \t]*TEST_DESIGN\s*[:?]?=\s*(\w+)", text, re.MULTILINE)
    return match[1] if match else ""

"""VeriScope: a folder a problem, below a folder a tier, with the problem, metadata of its interface, and a bench.

Its default release has no references. A bench whose reference nobody has cannot be certified, so such a task is kept
and not used; with the maintainers' `reference.v` beside the bench it is a task like others.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

from resources.domains.chip_design.tasks.importers.bench_messages import verdict_bench
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

LOOKED_FOR = "folders L<tier>_<name>/<problem> with problem.md, config.yaml and testbench.v"
URL = "https://github.com/zwpride/VeriScope"
PROBLEM, CONFIG, BENCH, REFERENCE = "problem.md", "config.yaml", "testbench.v", "reference.v"
NO_REFERENCE = f"the release has no {REFERENCE}: nothing shows here that its bench can be passed"
_TIER = re.compile(r"(?:L|level|tier)_?(\d)", re.IGNORECASE)
_TOPS = ("top_module", "module_name", "top", "module", "name")
_LEVELS = ("level", "tier", "difficulty")
_NESTED = ("interface", "problem", "task", "design", "dut")


@dataclass(frozen=True)
class _Bench:
    """The bench that reports, its top module, the design's name, and why it cannot be used, if so."""

    text: str
    top: str
    design: str
    unusable: str


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is a folder above the tiers, or a tier."""
    tree = SourceTree(existing(path, LOOKED_FOR))
    folders = [(folder, names) for folder, names in tree.folders() if {PROBLEM, BENCH} & {*names} and CONFIG in names]
    if not folders:
        raise ImportSourceError(f"{path}: not VeriScope; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    licence = licence or detect_licence(path)
    for folder, names in counted(folders):
        try:
            seeds.append(_seed(tree, folder, REFERENCE in names, licence))
        except UnreadableError as error:
            problems.append(error.problem)
        except VerilogError as error:
            problems.append(ImportProblem(tree.name(folder), "verilog", str(error)))
    parts = (PROBLEM, CONFIG, BENCH, REFERENCE)
    used = (folder / name for folder, names in folders for name in names if name in parts)
    return finished(seeds, problems, commit=commit or detect_commit(tree, used))


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError, UnreadableError), reads=read_below, died=_broken)
def _seed(tree: SourceTree, folder: Path, has_reference: bool, licence: str) -> TaskSeed:
    problem = tree.text(folder / PROBLEM, "prompt").strip()
    config = _config(tree, folder / CONFIG)
    bench = _bench(VerilogText(tree.text(folder / BENCH, "bench")), _said(config, _TOPS))
    reference = _reference(tree.text(folder / REFERENCE, "reference"), bench.design) if has_reference else ""
    path = tree.name(folder)
    return TaskSeed(
        seed_id=f"veriscope/{folder.name}",
        domain="chip_design",
        title=re.sub(r"^\d+_", "", folder.name).replace("_", " "),
        prompt=f"{problem}\n\nThe file is to declare the module `{bench.design}`.\n",
        interface=VerilogText(reference).interface(bench.design) if reference else "",
        candidate_file=f"{bench.design}.v",
        reference=reference,
        origin=SeedOrigin("veriscope", "", licence, path, URL),
        tier=_tier(folder, config, reference),
        tags=words_of(f"{folder.parent.name} {folder.name}"),
        files={BENCH: bench.text},
        settings={"top": bench.design, "bench": "verilog", "bench_files": BENCH, "bench_top": bench.top},
        unusable=bench.unusable or ("" if reference else NO_REFERENCE),
    )


def _config(tree: SourceTree, file: Path) -> Mapping[str, Any]:
    """The metadata, that of nested parts too. Raises UnreadableError."""
    try:
        said = yaml.safe_load(tree.text(file, "config"))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UnreadableError(tree.name(file), "config", f"not YAML: {str(error)[:120]}") from None
    if not isinstance(said, dict):
        raise UnreadableError(tree.name(file), "config", "a mapping is expected")
    nested = [said[name] for name in _NESTED if isinstance(said.get(name), dict)]
    return {str(name): value for part in (*nested, said) for name, value in part.items()}


def _said(config: Mapping[str, Any], names: tuple[str, ...]) -> list[str]:
    return [str(config[name]) for name in names if isinstance(config.get(name), str | int)]


def _bench(text: VerilogText, named: list[str]) -> _Bench:
    """The design is what the metadata name, else the only module that the bench uses and has not. Raises
    VerilogError."""
    declared = set(text.modules())
    wanted = [name for name in text.instantiated() if name not in declared]
    design = next((name for name in named if name in wanted), wanted[0] if len(wanted) == 1 else "")
    if not design:
        used = ", ".join(wanted) or "no module"
        raise VerilogError(f"the bench uses {used}, and {CONFIG} does not say which is asked for")
    tops = [top for top in text.tops() if design in text.instantiated(top)]
    others = sorted(set(wanted) - {design})
    unusable = "" if tops else "no top module of the bench instantiates the design"
    if others:
        unusable = f"the bench uses {', '.join(others)}, which the release does not have"
    try:
        reporting = verdict_bench(text)
    except VerilogError as error:
        reporting, unusable = text.slice(0, len(text.raw)), unusable or str(error)
    return _Bench(reporting, next(iter(tops), ""), design, unusable)


def _reference(text: str, design: str) -> str:
    """The reference by the design's name. Raises VerilogError where no module of it can be meant."""
    read = VerilogText(text)
    if design in read.modules():
        return text
    if len(read.tops()) != 1:
        raise VerilogError(f"{REFERENCE} declares no module {design}")
    return read.renamed(read.tops()[0], design)


def _tier(folder: Path, config: Mapping[str, Any], reference: str) -> int:
    """Of the folder's name, else of the metadata, else by the reference's size."""
    for words in (folder.parent.name, *_said(config, _LEVELS)):
        found = _TIER.match(words) or re.fullmatch(r"(\d)", words)
        if found:
            return min(max(int(found[1]), 1), 5)
    return tier_of_size(reference)

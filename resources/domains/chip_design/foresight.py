"""Foresight: the failures of a candidate that its text alone decides, as the backend would report them.

The order of the stages stands here; `foreseen_syntax`, `foreseen_names` and `foreseen_link` know the tools' words.
None is said of what may pass, and none of latches, loops and mismatches: those a parse does not show.
"""

from resources.domains.chip_design.elaboration import Elaborated, elaborate, may_be_elaborated
from resources.domains.chip_design.foreseen_link import foreseen_link
from resources.domains.chip_design.foreseen_names import ModuleErrors
from resources.domains.chip_design.foreseen_syntax import foreseen_syntax
from resources.domains.chip_design.stages.bench import read_bench
from resources.domains.chip_design.stages.reject import reject
from resources.domains.chip_design.syntax import Parsed, kind_of, module_nodes, parse, walk
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome


def foreseen(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See `resources.world_model.domain_diagnostics`."""
    try:
        return _foreseen(bundle, candidate.code)
    except (RuntimeError, PermanentEnvironmentFailure):
        return None


def _foreseen(bundle: EnvironmentBundle, code: str) -> Observation | None:
    bench = read_bench(bundle) if bundle.settings.get("bench") == "verilog" else None
    names = (bench.identifiers, bench.macros) if bench else ((), ())
    findings = reject(code, *names)
    if findings:
        return Observation(Outcome.REJECTED, "reject", report(findings, bundle.candidate_file))
    parsed = parse(code)
    log = foreseen_syntax(parsed, code, bundle.candidate_file)
    if log or not _is_plain(parsed):
        return _failure(Outcome.COMPILATION_ERROR, "compile", log)
    elaborated = elaborate(code)
    errors = _root_errors(elaborated, bundle)
    if errors is None:
        return None
    log = errors.log()
    if log or errors.is_open:
        return _failure(Outcome.COMPILATION_ERROR, "compile", log)
    return _failure(Outcome.LINK_ERROR, "link", foreseen_link(bundle, bench, elaborated))


def _failure(outcome: Outcome, stage: str, log: str) -> Observation | None:
    return Observation(outcome, stage, log.encode("utf-8", "replace")) if log else None


def _is_plain(parsed: Parsed) -> bool:
    """Whether the text parsed, and may be elaborated."""
    if any(item.isError() for item in parsed.diagnostics):
        return False
    instantiations = sum(kind_of(item) == "HierarchyInstantiation" for item in walk(parsed))
    return may_be_elaborated(str(parsed.root), instantiations)


def _root_errors(elaborated: Elaborated, bundle: EnvironmentBundle) -> ModuleErrors | None:
    """Of the module that Icarus elaborates as the root: the top, or the only one."""
    modules = module_nodes(elaborated.parsed)
    only = next(iter(modules)) if len(modules) == 1 else ""
    module = modules.get(bundle.settings.get("top", "")) or modules.get(only)
    return ModuleErrors(elaborated, bundle.candidate_file, module) if module is not None else None

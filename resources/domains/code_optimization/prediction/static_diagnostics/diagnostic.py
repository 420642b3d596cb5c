"""What the build is bound to say of a candidate, read off its text: forbidden constructs, the assembler's and the
linker's words.

In the order of the backend's stages. Which statements fail is `language.acceptance`; the assembler's words are
`assembler`, the linker's `linker`. What only a run shows is not here.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

from resources.domains.code_optimization.execution.rejection import MAXIMUM_CHARACTERS, reject, unknown_directives
from resources.domains.code_optimization.execution.stages.objects import (
    LIBRARY_FUNCTIONS,
    ObjectFile,
    import_findings,
    object_findings,
)
from resources.domains.code_optimization.language.acceptance import Assembling, assemble, assembling_of, imported_names
from resources.domains.code_optimization.language.assembly import Assembly, parsed
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.code_optimization.language.vocabulary import is_register_name
from resources.domains.code_optimization.prediction.static_diagnostics.build_log import (
    assembler_words,
    heading,
    last_line_words,
    never_defined,
    undefined_references,
)
from resources.domains.domain import Finding
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_MAXIMUM_CHARACTERS_READ = 60_000
"""As cheap checks read; beyond, only what is forbidden at once is said."""
_LINES = 6
_ALIKE = 0.8


def static_diagnostic(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the method of the domain."""
    code = normal_text(candidate.code)
    if _MAXIMUM_CHARACTERS_READ < len(code) <= MAXIMUM_CHARACTERS:
        return None
    if findings := reject(code):
        return _rejected(bundle, findings)
    source = parsed(code.replace("\r\n", "\n"))
    built = assemble(source)
    warnings = last_line_words(code, bundle.candidate_file)
    if lines := list(islice(assembler_words(source, built, bundle.candidate_file), _LINES)):
        head = warnings or [heading(bundle.candidate_file)]
        return _failed(Outcome.COMPILATION_ERROR, "assemble", [*head, *lines])
    return None if built.fails else _linked(bundle, source, built, warnings)


def _rejected(bundle: EnvironmentBundle, findings: Sequence[Finding]) -> Observation:
    return Observation(Outcome.REJECTED, "reject", report(findings, bundle.candidate_file))


def _failed(outcome: Outcome, stage: str, lines: Iterable[str]) -> Observation:
    return Observation(outcome, stage, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _linked(
    bundle: EnvironmentBundle, source: Assembly, built: Assembling, warnings: Sequence[str]
) -> Observation | None:
    """The backend's second looks at what is forbidden stand before and behind the link."""
    entries, baseline = tuple(bundle.settings.get("entry", "").split()), parsed(bundle.reference)
    exports = frozenset((*entries, *baseline.exported))
    object_file = ObjectFile({}, built.exported, built.undefined, ())
    if odd := (*unknown_directives(source), *object_findings(object_file, exports, source)):
        return _rejected(bundle, odd)
    absent = [name for name in entries if name not in built.exported]
    missing = built.undefined - assembling_of(bundle.reference).undefined - LIBRARY_FUNCTIONS
    certain = frozenset(name for name in missing if _is_nowhere(name, source, baseline))
    lines = (*never_defined(absent), *undefined_references(source, certain, bundle.candidate_file))
    if lines:
        return _failed(Outcome.LINK_ERROR, "link", (*warnings, *lines[:_LINES]))
    calls = () if missing else tuple(import_findings(object_file, imported_names(baseline), source))
    return _rejected(bundle, calls) if calls else None


def _is_nowhere(name: str, source: Assembly, baseline: Assembly) -> bool:
    """Whether no library can have a name: a local label, a register without its sign, a misspelt name of the text."""
    if name.startswith(".") or is_register_name(name) or not name.islower():
        return True
    known = {*source.labels, *baseline.labels, *baseline.exported} - {name}
    longer = any(name.startswith(f"{one}_") for one in known)
    return longer or bool(get_close_matches(name, known, 1, _ALIKE))

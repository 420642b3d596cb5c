"""Static rejection of one bundle's candidate, in whichever of the two languages the bundle asks for."""

import re
from dataclasses import replace

from resources.domains.domain import Finding
from resources.domains.gpu_kernels.execution.rejection import cuda, triton
from resources.domains.gpu_kernels.execution.rejection.examples import without_examples
from resources.domains.gpu_kernels.execution.rejection.permissions import allowed_for
from resources.domains.toolkit.recording import death_found
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

_NAMES = re.compile(r"^NAMES = \((.*)\)$", re.MULTILINE)
"""Of the driver that `tasks.importers.driver` writes."""


@apart(died=death_found)
def refused(bundle: EnvironmentBundle, candidate: Candidate) -> list[Finding]:
    """Forbidden constructs of the candidate in the order of their lines; empty where there are none."""
    if bundle.settings.get("language") == "cuda":
        return cuda.reject(candidate.code)
    return triton.reject(judged(bundle, candidate).code, allowed_for(bundle, candidate))


def judged(bundle: EnvironmentBundle, candidate: Candidate) -> Candidate:
    """The candidate as every stage sees it: without examples of its own. A reference stays as it is."""
    code = judged_code(bundle, candidate)
    return candidate if code == candidate.code else replace(candidate, code=code)


def _unread(_: Exception, bundle: EnvironmentBundle, candidate: Candidate) -> str:
    return candidate.code


@apart(died=_unread)
def judged_code(bundle: EnvironmentBundle, candidate: Candidate) -> str:
    """The text of `judged`."""
    if bundle.settings.get("language") == "cuda" or candidate == bundle.reference_candidate:
        return candidate.code
    return without_examples(candidate.code, needed_names(bundle))


def needed_names(bundle: EnvironmentBundle) -> tuple[str, ...]:
    """The names that a task takes from a program: its entry, and what the set's own tests call."""
    named = _NAMES.search(bundle.files.get("driver.py", ""))
    return (bundle.settings.get("entry", ""), *re.findall(r"\w+", named[1] if named else ""))

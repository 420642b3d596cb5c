"""Modules that a task gives to every candidate: real cores are built of others. Their text stands behind its own.

So lines of logs are the candidate's. A module that the candidate has of its own takes the given one's
place.
"""

import re
from dataclasses import replace

from resources.execution.bundle import Candidate, EnvironmentBundle

GIVEN = "given"
"""The setting with the names of the bundle's files that are given, one module each."""
_MODULE = re.compile(r"^[ \t]*(?:macro)?module\s+(?:(?:automatic|static)\s+)?(\w+)", re.MULTILINE)


def with_given(bundle: EnvironmentBundle, candidate: Candidate) -> Candidate:
    """The candidate as it is judged."""
    names = bundle.settings.get(GIVEN, "").split()
    own = set(_MODULE.findall(candidate.code))
    texts = [bundle.files[name] for name in names if not own & set(_MODULE.findall(bundle.files[name]))]
    return replace(candidate, code="\n".join([candidate.code.rstrip("\n"), *texts])) if texts else candidate

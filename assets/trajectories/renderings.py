"""A sheet of what candidates made where it was wrong, for domains whose candidates can be looked at."""

from collections.abc import Iterable, Sequence
from typing import Any

from assets.markdown import markdown
from assets.pictures import markdown_image
from assets.renderings import Subject, contact_sheet, draw_renderings
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

_WITH_A_RESULT = (Outcome.FUNCTIONAL_MISMATCH.value, Outcome.GEOMETRY_ERROR.value)
"""Labels after which there is usually something to look at."""
_SHOWN = 3


def failed_parts(
    domain: Domain, rows: Sequence[dict[str, Any]], bundles: Iterable[EnvironmentBundle]
) -> dict[str, Any]:
    """Metadata: reference, candidate and difference of a few wrong turns of different tasks; empty without pictures."""
    known = {bundle.hash: bundle for bundle in bundles}
    subjects: dict[str, Subject] = {}
    for row in rows:
        for turn in row["turns"]:
            if turn["outcome"] in _WITH_A_RESULT and row["bundle_hash"] in known and row["seed_id"] not in subjects:
                caption = f"{row['seed_id']}: {turn['outcome']}"
                bundle, candidate = known[row["bundle_hash"]], Candidate(turn["code"])
                subjects[row["seed_id"]] = Subject(row["trajectory_id"], caption, bundle, candidate)
    spread = list(subjects.values())[:: max(1, len(subjects) // _SHOWN)][:_SHOWN]
    renderings = draw_renderings(domain, spread)
    if not renderings:
        return {}
    return {"failed parts": markdown(markdown_image(contact_sheet(renderings), "failed parts"))}

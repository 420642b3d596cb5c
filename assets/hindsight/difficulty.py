"""How hard a correction was, and how long a reasoning about it may be. Judging a text's content is `checks`.

Difficulty is counted in characters: those of the lines that changed, those of the log as a prompt shows it, and
`PER_ATTEMPT` for each attempt that had failed by then. The bounds grow with it and with nothing else: no budget is
given to a writer, and a text is refused only where it is out of all proportion to what there was to understand.
"""

from typing import NamedTuple

from resources.generation.diagnosis.differences import line_changes
from resources.generation.hindsight import HindsightRequest
from resources.generation.prompting.quoting import cleaned, decoded, shortened_log

PER_ATTEMPT = 400
SHORTEST, SHORTEST_PER_CHARACTER, SHORTEST_AT_MOST = 100, 0.02, 200
LONGEST, LONGEST_PER_CHARACTER = 2500, 8
"""The smallest slip may take a page; a long log and a rewritten kernel may take what the paper's GPU texts have."""


class Bounds(NamedTuple):
    """Fewest and most characters of a reasoning."""

    shortest: int
    longest: int


def difficulty(request: HindsightRequest) -> int:
    """Characters of changed lines and log, and the attempts so far."""
    hunks = line_changes(request.failed.candidate.code, request.corrected.candidate.code)
    changed = sum(len(line.strip()) for hunk in hunks for line in (*hunk.removed, *hunk.added))
    log = shortened_log(cleaned(decoded(request.failed.observation.log)))
    return changed + len(log) + PER_ATTEMPT * request.index


def bounds(difficulty: int) -> Bounds:
    shortest = min(SHORTEST + SHORTEST_PER_CHARACTER * difficulty, SHORTEST_AT_MOST)
    return Bounds(round(shortest), LONGEST + LONGEST_PER_CHARACTER * difficulty)

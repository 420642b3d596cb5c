"""What a log may not tell: lines of the bundle's reference and of files that its author may not read.

A Python bench's traceback prints the bench's own lines. What the bench says of values (expected 3, got 4) is its
output and stays; only whole lines of hidden text go.
"""

from dataclasses import replace
from functools import lru_cache

from resources.domains.domain import Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.trajectory import Turn

LEFT_OUT = "[a line of a hidden file is left out]"
_SHORTEST = 8
"""Shorter lines (`else:`, `end`) say nothing, and stand in logs for other reasons."""


def without_hidden_lines(log: str, bundle: EnvironmentBundle, instructions: Instructions, candidate: Candidate) -> str:
    """The log, with each run of hidden lines replaced by one remark. Lines of the candidate's own stay."""
    hidden = hidden_lines(bundle, instructions)
    own = {line.strip() for line in candidate.code.splitlines()}
    kept: list[str] = []
    for line in log.split("\n"):
        text = line.strip()
        if text not in hidden or text in own:
            kept.append(line)
        elif not kept or kept[-1].strip() != LEFT_OUT:
            kept.append(line[: len(line) - len(line.lstrip())] + LEFT_OUT)
    return "\n".join(kept)


def turns_as_shown(turns: tuple[Turn, ...], bundle: EnvironmentBundle, instructions: Instructions) -> tuple[Turn, ...]:
    """With the logs that prompts and corpus show: whoever reasons about them can quote nothing hidden."""
    return tuple(_as_shown(turn, bundle, instructions) for turn in turns)


def _as_shown(turn: Turn, bundle: EnvironmentBundle, instructions: Instructions) -> Turn:
    """The same object where nothing is hidden: a log's bytes stay as they are."""
    log = turn.observation.text
    shown = without_hidden_lines(log, bundle, instructions, turn.candidate)
    if shown == log:
        return turn
    return replace(turn, observation=replace(turn.observation, log=shown.encode("utf-8")))


def hidden_lines(bundle: EnvironmentBundle, instructions: Instructions) -> frozenset[str]:
    """Stripped lines of the reference and of files that are not shown, which nothing that is shown has."""
    return _hidden(_Named(bundle), instructions.files, (instructions.text, *instructions.facts))


class _Named:
    """A bundle that is compared by its hash: its own mappings cannot be keys."""

    def __init__(self, bundle: EnvironmentBundle) -> None:
        self.bundle = bundle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and other.bundle.hash == self.bundle.hash

    def __hash__(self) -> int:
        return hash(self.bundle.hash)


@lru_cache(maxsize=512)
def _hidden(named: _Named, shown: tuple[str, ...], told: tuple[str, ...]) -> frozenset[str]:
    """Lines of hidden texts, those that the task, the instructions (code optimisation's hold the baseline) or a shown
    file have too left out."""
    bundle = named.bundle
    public = "\n".join([bundle.prompt, bundle.interface, *told, *(bundle.files[name] for name in shown)])
    known = {line.strip() for line in public.splitlines()}
    texts = [bundle.reference, *(text for name, text in bundle.files.items() if name not in shown)]
    lines = {line.strip() for text in texts for line in text.splitlines()}
    return frozenset(line for line in lines - known if len(line) >= _SHORTEST and any(map(str.isalpha, line)))

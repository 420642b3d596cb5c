"""What a candidate's simulation says before and after the learned part: rules, since a checkpoint's inputs are fixed.

A candidate that was simulated to its end and did as expected was built, so a learned COMPILATION_ERROR is passed over.
A PASS is believed as far as such PASSes came true where somebody also tried to deceive: a simulation does not make all
checks of an execution, and what was written to pass the others looks right to it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from resources.execution.outcome import Outcome


class Simulated(NamedTuple):
    """`is_same` where the simulation came to its end and found no difference; `is_partial` where an execution looks at
    more than was simulated."""

    is_same: bool = False
    is_partial: bool = False


class ForetoldPasses(NamedTuple):
    """PASSes that were foretold of recorded answers: how many, how many came true, and how surely they were foretold on
    average."""

    foretold: int
    true: int
    confidence: float

    @property
    def belief(self) -> float:
        """The share of confidence beyond a coin's that was deserved; one more true and one more false are added."""
        deserved = (self.true + 1) / (self.foretold + 2)
        return min(1.0, max(0.0, (deserved - 0.5) / (self.confidence - 0.5)))


RECORDED: Mapping[str, ForetoldPasses] = {
    "cad_modeling": ForetoldPasses(33, 26, 0.902),
    "chip_design": ForetoldPasses(47, 40, 0.976),
    "code_optimization": ForetoldPasses(24, 21, 0.951),
    "gpu_kernels": ForetoldPasses(45, 39, 0.985),
}
"""Of the outsiders' answers, honest and deceiving as they came (docs/world-model/results.md); all were partial."""


def simulated(row: Mapping[str, float]) -> Simulated:
    """From a query's features."""
    is_same = bool(row.get("check.simulated_same")) and row.get("check.simulated_share", 0.0) >= 1.0
    is_partial = bool(row.get("check.not_looked_at") or row.get("check.simulated_unknown"))
    return Simulated(is_same, is_partial)


def built(shares: Mapping[Outcome, float]) -> dict[Outcome, float]:
    """Label probabilities of a candidate that was simulated to its end, and so is no error of compilation."""
    left = {outcome: 0.0 if outcome is Outcome.COMPILATION_ERROR else share for outcome, share in shares.items()}
    total = sum(left.values())
    return {outcome: share / total for outcome, share in left.items()} if total else dict(shares)


def believed(shares: Mapping[Outcome, float], domain: str) -> dict[Outcome, float]:
    """Label probabilities of what was simulated in part: a PASS that is likely gets less likely. The likeliest label
    stays, and so does the order of any two candidates' PASS."""
    passing = shares.get(Outcome.PASS, 0.0)
    recorded = RECORDED.get(domain)
    if recorded is None or passing <= 0.5:
        return dict(shares)
    kept = 0.5 + (passing - 0.5) * recorded.belief
    others = [outcome for outcome in shares if outcome is not Outcome.PASS]
    total = sum(shares[outcome] for outcome in others)
    portions = {outcome: shares[outcome] / total if total else 1 / len(others) for outcome in others}
    return {Outcome.PASS: kept} | {outcome: (1 - kept) * portion for outcome, portion in portions.items()}

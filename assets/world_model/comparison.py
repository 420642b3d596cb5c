"""Champion against challenger on the same held-out turns: pure arithmetic on pairs, and the rule.

Who answered what is not known here, nor what follows from the decision (`promotion`).
"""

from dataclasses import dataclass
from functools import cached_property

from resources.execution.outcome import Outcome

MARGIN = 0.01
"""Accuracy that a challenger may lack over all turns: fewer than that is the noise of training."""
LEVEL = 0.05


@dataclass(frozen=True)
class Answers:
    """One held-out turn: the real label and what each said; None where a checkpoint does not know the domain."""

    domain: str
    real: Outcome
    champion: Outcome | None
    challenger: Outcome | None

    @property
    def champion_right(self) -> bool:
        return self.champion is self.real

    @property
    def challenger_right(self) -> bool:
        return self.challenger is self.real


@dataclass(frozen=True)
class Discordance:
    """Turns on which one of two was better than the other: those where both were alike say nothing."""

    champion: int
    challenger: int

    @cached_property
    def p_value(self) -> float:
        """McNemar's exact one-sided test: how likely a challenger as good as the champion looks this bad."""
        from scipy.stats import binomtest

        total = self.champion + self.challenger
        return float(binomtest(self.champion, total, 0.5, alternative="greater").pvalue) if total else 1.0


@dataclass(frozen=True)
class Comparison:
    """Both checkpoints on some turns. Without turns nothing is better than anything."""

    answers: tuple[Answers, ...]

    @property
    def turns(self) -> int:
        return len(self.answers)

    @property
    def champion_accuracy(self) -> float:
        return sum(item.champion_right for item in self.answers) / max(self.turns, 1)

    @property
    def challenger_accuracy(self) -> float:
        return sum(item.challenger_right for item in self.answers) / max(self.turns, 1)

    @cached_property
    def accuracy(self) -> Discordance:
        return Discordance(
            sum(item.champion_right and not item.challenger_right for item in self.answers),
            sum(item.challenger_right and not item.champion_right for item in self.answers),
        )

    @cached_property
    def false_passes(self) -> Discordance:
        """Failing turns that only one of them calls PASS; the better one is the other. A champion that does not know a
        domain calls nothing there PASS, and is no better for it."""
        failing = [item for item in self.answers if not item.real.passed and item.champion is not None]
        return Discordance(
            sum(item.challenger is Outcome.PASS and item.champion is not Outcome.PASS for item in failing),
            sum(item.champion is Outcome.PASS and item.challenger is not Outcome.PASS for item in failing),
        )

    @property
    def champion_says_pass(self) -> bool:
        return any(item.champion is Outcome.PASS for item in self.answers)

    def by_domain(self) -> dict[str, "Comparison"]:
        names = sorted({item.domain for item in self.answers})
        return {name: Comparison(tuple(item for item in self.answers if item.domain == name)) for name in names}


def objections(found: Comparison) -> list[str]:
    """Why the challenger is worse; empty where it is no worse, and is promoted.

    It is worse where, over all turns, it lacks more than `MARGIN` of accuracy or loses McNemar's exact
    one-sided test at 5 %; where it loses that test in one domain (at 5 % over all domains, Bonferroni); or
    where it loses it on false PASSes, which poison a corpus. That last one does not count where the champion never
    says PASS: it has no false ones either, and could not be replaced.
    """
    domains = found.by_domain()
    reasons = []
    missing = found.champion_accuracy - found.challenger_accuracy
    if missing > MARGIN:
        reasons.append(f"{missing:.1%} less accurate, which is more than {MARGIN:.0%}")
    if found.accuracy.p_value < LEVEL:
        reasons.append(f"less accurate on {found.turns} turns ({_says(found.accuracy)})")
    for name, part in domains.items():
        if part.accuracy.p_value < LEVEL / len(domains):
            reasons.append(f"less accurate in {name} ({_says(part.accuracy)})")
    if found.champion_says_pass and found.false_passes.p_value < LEVEL:
        reasons.append(f"more false PASSes ({_says(found.false_passes)})")
    return reasons


def _says(found: Discordance) -> str:
    return f"champion alone {found.champion}, challenger alone {found.challenger}, p = {found.p_value:.2g}"

"""Agreement: what independent solutions, a proposal's tests and its reference say of each other. Nothing is run here.

Solutions that pass the same tests and do the same under stimuli of this project's own are an agreement set. A set
counts solutions times tests passed, as in CodeT (Chen et al., ICLR 2023), where having run at all counts as a test:
else tests that are all wrong would leave no set. The proposal's own reference is in no set, since its author wrote the
tests, too: it is judged by them. That outputs of several solutions on the same inputs have to agree before anything
is believed is rStar-Coder's mutual verification (Liu et al., 2025). What B4 (Chen et al., ASE 2024) adds, priors of
how often solutions and tests are wrong, needs more solutions and tests than a proposal has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from resources.execution.outcome import Outcome

REFERENCE = "reference"


class Fault(StrEnum):
    """What is wrong with a proposal."""

    NONE = ""
    UNREADABLE = "unreadable"
    BROKEN = "broken"
    UNSOLVED = "unsolved"
    AMBIGUOUS = "ambiguous_prompt"
    WRONG_TEST = "wrong_test"
    WRONG_REFERENCE = "wrong_reference"
    KNOWN = "known"
    CONTAMINATED = "contaminated"
    NOT_CERTIFIED = "not_certified"


@dataclass(frozen=True)
class Trial:
    """What executing one program showed. `outcome` is None where the environment gave no verdict, or nothing was
    written. `runs`: it came as far as the tests. `tests` are those that it reached. `program` was executed; `answer` is
    what a solver wrote for it."""

    author: str
    outcome: Outcome | None
    runs: bool
    tests: Mapping[str, bool]
    log: str = ""
    program: str = ""
    answer: str = ""

    @property
    def passed(self) -> frozenset[str]:
        return frozenset(name for name, passed in self.tests.items() if passed)

    @property
    def accepted(self) -> bool:
        return self.outcome is Outcome.PASS


@dataclass(frozen=True)
class Behaviours:
    """By author, who does the same: equal numbers. `differences` has the tools' words on two that do not."""

    classes: Mapping[str, int]
    differences: Mapping[tuple[str, str], str]

    def same(self, one: str, other: str) -> bool:
        return self.classes.get(one) == self.classes.get(other)

    def difference(self, one: str, other: str) -> str:
        return self.differences.get((one, other)) or self.differences.get((other, one), "")


@dataclass(frozen=True)
class AgreementSet:
    """Solutions that pass the same tests and do the same."""

    members: tuple[Trial, ...]

    @property
    def score(self) -> int:
        return len(self.members) * (1 + len(self.members[0].passed))

    @property
    def first(self) -> Trial:
        """One that is accepted, where there is one."""
        return next((trial for trial in self.members if trial.accepted), self.members[0])


@dataclass(frozen=True)
class Finding:
    """`reason` completes "your proposal cannot be used as it is: ..."; `log` is the evidence. `agreeing` are the
    authors of the best set, `score` is its."""

    fault: Fault
    reason: str = ""
    log: str = ""
    agreeing: tuple[str, ...] = ()
    score: int = 0


def agreement_sets(solutions: Sequence[Trial], behaviours: Behaviours) -> list[AgreementSet]:
    """The best first; of equal scores the larger, then the one that was there first."""
    groups: dict[object, list[Trial]] = {}
    for trial in solutions:
        if trial.runs:
            groups.setdefault((behaviours.classes.get(trial.author), trial.passed), []).append(trial)
    found = [AgreementSet(tuple(members)) for members in groups.values()]
    return sorted(found, key=lambda one: (-one.score, -len(one.members)))


def broken(reference: Trial) -> Finding | None:
    """Why nobody has to be asked: the reference does not reach the tests; None where it does."""
    if reference.runs:
        return None
    return Finding(Fault.BROKEN, f"its reference never reaches the tests ({_ended(reference)})", reference.log)


def _ended(trial: Trial) -> str:
    return trial.outcome.value if trial.outcome else "no verdict"


def judged(reference: Trial, solutions: Sequence[Trial], behaviours: Behaviours, least_tests: int) -> Finding:
    """What agreement says of a proposal whose reference runs. `solutions` are all that were asked for."""
    sets = agreement_sets(solutions, behaviours)
    majority = len(solutions) // 2 + 1
    running = sum(len(one.members) for one in sets)
    if running < majority:
        failed = next(trial for trial in solutions if not trial.runs)
        said = f"only {running} of {len(solutions)} engineers wrote a program that reaches the tests"
        return Finding(Fault.UNSOLVED, said, failed.log)
    best = sets[0]
    if len(best.members) < majority:
        return _split(sets, len(solutions), behaviours)
    tests = frozenset(name for trial in (reference, *solutions) for name in trial.tests)
    finding = _against(reference, best, tests, len(solutions), behaviours, least_tests)
    if finding.fault is Fault.NONE and len(tests) < least_tests:
        said = f"its tests report {len(tests)} names; at least {least_tests} are asked for"
        finding = Finding(Fault.BROKEN, said, reference.log)
    return replace(finding, agreeing=tuple(trial.author for trial in best.members), score=best.score)


def _split(sets: Sequence[AgreementSet], asked: int, behaviours: Behaviours) -> Finding:
    one, other = sets[0].first, sets[1].first
    tests = sorted(one.passed ^ other.passed)
    over = f"; they part at the tests {', '.join(tests)}" if tests else ""
    said = f"{asked} engineers read its prompt in {len(sets)} ways, and no majority agrees{over}: say what is left open"
    logs = [behaviours.difference(one.author, other.author) or one.log, *([other.log] if tests else [])]
    return Finding(Fault.AMBIGUOUS, said, "\n".join(logs), (), sets[0].score)


def _against(
    reference: Trial,
    best: AgreementSet,
    tests: frozenset[str],
    asked: int,
    behaviours: Behaviours,
    least_tests: int,
) -> Finding:
    """A majority agrees: with the tests and the reference, with one of them, or with none."""
    who = f"{len(best.members)} of {asked} engineers who saw the prompt alone agree with each other"
    failed, apart = sorted(tests - best.first.passed), not behaviours.same(REFERENCE, best.first.author)
    difference = behaviours.difference(REFERENCE, best.first.author)
    if apart and least_tests == 0:
        return Finding(Fault.WRONG_REFERENCE, f"{who}; the reference does something else", difference)
    if failed or not best.first.accepted:
        what = f"fail the tests {', '.join(failed)}" if failed else f"are not accepted ({_ended(best.first)})"
        return Finding(Fault.WRONG_TEST, f"{who} and {what}; {_with_tests(reference, apart)}", best.first.log)
    if not reference.accepted:
        lost = ", ".join(sorted(tests - reference.passed)) or _ended(reference)
        return Finding(Fault.WRONG_REFERENCE, f"{who} and pass all tests; the reference fails: {lost}", reference.log)
    if apart:
        said = f"{who} and pass all tests; the reference passes, too, and does something else where no test looks"
        return Finding(Fault.WRONG_REFERENCE, said, difference)
    return Finding(Fault.NONE)


def _with_tests(reference: Trial, apart: bool) -> str:
    if not reference.accepted:
        return "the reference is not accepted either: the tests are wrong, or ask for what nobody can do"
    if apart:
        return "tests and reference agree on something that the prompt does not say, or are both wrong"
    return "the reference passes and does the same elsewhere: the tests ask for what the prompt does not say"

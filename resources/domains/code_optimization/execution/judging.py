"""From what the test runs did to an outcome and its log. Decided here, in the engine, from outputs and exits alone.

A held-back test's data never enter the log: neither its input, nor what was expected, nor what came out. Where a
candidate crashed there, and who called, would be chosen by the data, a few bits a run.
"""

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.code_optimization.execution.calling_convention import BROKEN_EXIT_CODE, BROKEN_MARK
from resources.domains.code_optimization.execution.stages.crash import describe, is_a_lock_of_two_lines, read_crash
from resources.domains.code_optimization.execution.stages.objects import Instruction
from resources.domains.code_optimization.execution.stages.run import (
    TOO_MANY,
    ComparedRuns,
    FollowedRun,
    TestRuns,
    ended_well,
    passes,
)
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.domains.toolkit.candidate_words import message
from resources.domains.toolkit.judging import LIMITS, ran_out_of_memory
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

_MEMORY_SIGNALS = (signal.SIGSEGV, signal.SIGBUS)
_SHOWN_CHARACTERS = 160
CLOSED_CALL = "a system call that is closed"


@dataclass(frozen=True)
class Verdict:
    """`outcome` is None where all tests passed. `step` is the run that decided, else the last."""

    outcome: Outcome | None
    log: str
    step: StepResult
    failures: int


@dataclass(frozen=True)
class _Errors:
    """What a run wrote to stderr: the candidate's words, and the harness's behind its voice."""

    raw: bytes
    voice: bytes

    @property
    def candidate(self) -> str:
        return self.raw.partition(self.voice)[0].decode("utf-8", "replace")

    @property
    def harness(self) -> str:
        said = self.raw.rpartition(self.voice)[2] if self.voice in self.raw else b""
        return said.decode("utf-8", "replace")


def judge_tests(
    tests: tuple[ProgramTest, ...], runs: TestRuns, code: Mapping[int, Instruction], file: str, voice: bytes
) -> Verdict:
    """The first test that fails decides, shown ones first; a run that ended badly stopped the others.

    `voice` begins what the harness itself wrote to stderr.
    """
    errors = _Errors(runs.errors, voice)
    verdict = _judged(list(zip(range(len(tests)), tests, runs.steps, strict=True)), errors, code, file)
    breach = next(filter(None, (_breach(tests[run.number], run, voice) for run in runs.followed)), "")
    if verdict.outcome is None and breach:
        return Verdict(Outcome.FUNCTIONAL_MISMATCH, breach, runs.steps[-1], 0)
    ran = sum(step.ended is not Ended.NOT_RUN for step in runs.steps)
    summary = f"{verdict.failures} of {ran} runs failed; the suite has {len(tests)} tests\n"
    return replace(verdict, log=verdict.log + summary) if verdict.outcome else verdict


def judge_elsewhere(
    tests: Sequence[tuple[int, ProgramTest]], runs: ComparedRuns, code: Mapping[int, Instruction], voice: bytes
) -> Verdict:
    """Tests by their number in the suite, of programs with their code at other places; `code` has that of all."""
    named = [(number, test, step) for (number, test), step in zip(tests, runs.steps, strict=True)]
    return _judged(named, _Errors(runs.errors, voice), code, "")


def _judged(
    runs: Sequence[tuple[int, ProgramTest, StepResult]], errors: _Errors, code: Mapping[int, Instruction], file: str
) -> Verdict:
    failed = [item for item in runs if not passes(item[1], item[2])]
    if not failed:
        return Verdict(None, "", runs[-1][2], 0)
    number, test, step = failed[0]
    bad_end = next((item for item in failed if not ended_well(item[2])), None)
    if bad_end is not None and bad_end[0] == number:
        outcome, text = _bad_end(test, step, errors, code, file)
    else:
        outcome, text = Outcome.FUNCTIONAL_MISMATCH, _difference(test, step)
    failures = sum(item[2].ended is not Ended.NOT_RUN for item in failed)
    return Verdict(outcome, f"{_name(number, test)}: {text}", step, failures)


def _breach(test: ProgramTest, run: FollowedRun, voice: bytes) -> str:
    """What a run with signals shows that the same run without them does not; "" where it is the same, or was too slow
    or called too often to say."""
    step, said = run.step, _Errors(run.errors, voice).harness
    too_long = step.ended in LIMITS or step.ended is Ended.NOT_RUN or step.exit_code == TOO_MANY
    if too_long or passes(test, step):
        return ""
    if step.exit_code == BROKEN_EXIT_CODE and said.startswith(BROKEN_MARK):
        return f"{_name(run.number, test)}: {said.splitlines()[0]}\n"
    return (
        f"{_name(run.number, test)}: {BROKEN_MARK}it does not survive a signal, which may overwrite all that lies more"
        " than 128 bytes below %rsp\n"
    )


def _name(number: int, test: ProgramTest) -> str:
    return f"test {number}" if test.shown else f"held-back test {number}"


def _difference(test: ProgramTest, step: StepResult) -> str:
    if not test.shown:
        return "wrong output\n"
    got = step.log.decode("utf-8", "replace")
    return f"stdin={_quoted(test.stdin)}: expected {_quoted(test.stdout)} got {_quoted(got)}\n"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "...")


def _bad_end(
    test: ProgramTest, step: StepResult, errors: _Errors, code: Mapping[int, Instruction], file: str
) -> tuple[Outcome, str]:
    given = f"stdin={_quoted(test.stdin)}: " if test.shown else ""
    if step.ended in LIMITS:
        return LIMITS[step.ended], f"{given}{step.ended.value}\n"
    if step.ended is Ended.SIGNALLED:
        return _signalled(step, errors, code, file, given, with_values=test.shown)
    if step.exit_code == BROKEN_EXIT_CODE and errors.harness.startswith(BROKEN_MARK):
        return Outcome.FUNCTIONAL_MISMATCH, f"{given}{errors.harness.splitlines()[0]}\n"
    if ran_out_of_memory(step) or b"Cannot allocate memory" in errors.raw:
        return Outcome.RESOURCE_EXCEEDED, f"{given}out of memory\n"
    code_text = "0" if step.exit_code == 121 else str(step.exit_code)
    said = f"exit code {code_text}, expected {test.exit_code}" if test.shown else "wrong exit code"
    return Outcome.RUNTIME_ERROR, f"{given}{said}\n"


def _signalled(
    step: StepResult, errors: _Errors, code: Mapping[int, Instruction], file: str, given: str, *, with_values: bool
) -> tuple[Outcome, str]:
    number = step.exit_code - 128
    if number == signal.SIGSYS:
        return Outcome.REJECTED, f"{given}forbidden: {CLOSED_CALL}\n"
    outcome = Outcome.MEMORY_FAULT if number in _MEMORY_SIGNALS else Outcome.RUNTIME_ERROR
    crash = read_crash(errors.raw, errors.voice)
    if crash is not None and is_a_lock_of_two_lines(crash, code):
        raise EnvironmentGap("this host ends programs for a locked access across two cache lines, and others do not")
    if not with_values:
        return outcome, f"ended by signal {number}\n"
    details = describe(crash, code, file) if crash and crash.number == number else ""
    said = message(errors.candidate.strip()[:_SHOWN_CHARACTERS])
    return outcome, f"{given}ended by signal {number}\n{details}" + (f"  stderr: {said}\n" if said else "")

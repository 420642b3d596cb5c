"""C functions that models propose: what is asked of them, who solves them how, and how answers are compared.

A task of this domain shows its C program, so that whoever answers it in assembly says nothing of the words. Solvers
here answer in C, from the words and the prototype alone. `reading` reads a proposal, `examples` runs its tests.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, read_suite, suite_text
from resources.domains.code_optimization.tasks.library import fenced
from resources.domains.families import MadeTask
from resources.domains.proposals import ProposalForm, Question, UnreadableProposal
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

TOPICS = (
    "a checksum or hash over an array",
    "statistics of an array in one pass",
    "a histogram or counts by class",
    "prefix sums, differences or a delta code",
    "a window that slides over an array",
    "saturating or fixed-point arithmetic over arrays",
    "bits of numbers: counts, reversals, interleaving",
    "a run-length or variable-length code",
    "a state machine that reads bytes",
    "a number written as bytes, read or checked",
    "a filter that compacts an array in place",
    "sorting or partitioning under a stated order",
    "searching a pattern or a subsequence",
    "the longest stretch with a property",
    "two arrays merged, compared or matched",
    "dynamic programming over one array",
    "a cellular automaton or a stencil over a row",
    "a matrix of fixed width in a flat array",
    "a random number generator and what it fills",
    "a polynomial, power or remainder",
    "calendar, clock or money arithmetic",
    "pixels or samples, mixed, scaled or clipped",
    "a small stack machine or a list of commands in bytes",
    "intervals, thresholds and hysteresis",
)
TIERS = (
    "easy: one loop of a few lines",
    "one loop with a few conditions",
    "two loops, nested or one after the other, with a state of several variables",
    "hard: several cooperating loops or a helper function, some thirty lines",
    "very hard: a small algorithm of fifty lines and more",
)
SECTIONS = {
    "title": "the task in at most eight words, on one line",
    "prompt": "the task for an engineer who sees nothing else but the function's prototype and the range of each "
    "argument. It names the function and every argument, and fixes what is returned and what every array that is not "
    "const holds after the call, for all that the ranges allow: no elements, values at both ends, what sums and "
    "products do beyond their type (say where they wrap, and in how many bits). Nothing is left open and no input is "
    "excluded. It is prose without code, without a fenced block and without examples",
    "reference": "the plain solution in C (gnu17, gcc): one function that is not static, which the prompt names, and "
    "static helpers, constant tables and types as it needs them. Its arguments are integers of <stdint.h> or size_t, "
    "and pointers to such integers, const where they are only read; with pointers there is one size_t that says how "
    "many elements every array has, called count, length, size or n. It returns an integer or nothing. It keeps no "
    "state, uses no floating point and no undefined behaviour (signed overflow, shifts by too much), allocates nothing "
    "and calls nothing but its helpers, memcpy, memmove, memset, memcmp and abs. It has at most 16,000 characters, and "
    "does so much work that somebody who writes assembly can be faster than a compiler",
    "arguments": "a line for each argument, in the order of the prototype: `name: length` for the number of elements "
    "(always 0 to 4000), `name: any`, or `name: 0 to 9`, of a number or of all elements of an array, whose range "
    "begins with 0. The reference has to be right for all of these values. Most tests draw them at random, so that "
    "what the function does must show there",
    "tests": "at least three and at most thirty tests, each a JSON object on a line of its own, such as "
    '`{"name": "two_runs", "given": {"values": [3, 3, 8], "count": 3}, "result": 2, "after": {}}`: `name` is one word '
    "of small letters, digits and underscores; `given` has a value for each argument, arrays of at most 60 elements; "
    "`result` is what has to be returned (left out where nothing is); `after` has what each array that is not const "
    "has to hold. Work them out from the prompt and not with the reference; each looks at another sentence of the "
    "prompt",
}
TOLD_SOLVERS = """\
Answer with one C file (gnu17, gcc) that defines the function of the interface as the task describes it. You are asked
for what is right, not for what is fast: where the task wants speed, others give it. Helpers are `static`. Include what
you need of `<stdint.h>`, `<stddef.h>` and `<string.h>`; print and read nothing, allocate nothing, keep no state between
calls, and call nothing of the C library but memcpy, memmove, memset, memcmp and abs. Signed overflow and other
undefined behaviour is wrong. Where the task leaves something open, take what it most likely means.
"""
_SOLVED_IN = "kernel_from_words.c"
_RAN = frozenset({"test", "measure"})
_MARKS = re.compile(r"^test 0: stdin='': expected '\.+\\n' got ['\"]([.x]+)(?: |\\n)", re.MULTILINE)
_NO_END = "(the other program does not end well here)\n"


class FunctionProposals(ProposalForm):
    """See the protocol."""

    topics, tiers, sections, least_tests = TOPICS, TIERS, SECTIONS, 3

    def read(self, sections: Mapping[str, str]) -> MadeTask:
        from resources.domains.code_optimization.tasks.proposals.reading import read_function

        return read_function(dict(sections))

    def name(self, task: MadeTask) -> str:
        return task.settings["entry"]

    def question(self, bundle: EnvironmentBundle) -> Question:
        """The words before the program, to be answered in C."""
        words = bundle.prompt.rpartition(f"\n\n{fenced('c', bundle.files[PROGRAM_FILE])}")[0]
        asked = replace(
            bundle,
            prompt=f"{words}\n",
            candidate_file=_SOLVED_IN,
            reference="",
            files={},
            settings={**bundle.settings, "fence": "c"},
        )
        return Question(asked, TOLD_SOLVERS)

    def program(self, bundle: EnvironmentBundle, answer: str) -> str:
        from resources.domains.code_optimization.tasks.compilation import CompilationFailed, baseline
        from resources.execution.sandbox.selection import make_sandbox

        try:
            return baseline(make_sandbox(), answer, {})
        except (CompilationFailed, UnicodeError) as failed:
            raise UnreadableProposal(f"its C does not compile: {failed}") from None

    def trial(self, bundle: EnvironmentBundle, program: str) -> EnvironmentBundle:
        from resources.domains.code_optimization.tasks.proposals.examples import trial

        return trial(bundle, program)

    def runs(self, observation: Observation) -> bool:
        return observation.outcome is Outcome.PASS or observation.stage in _RAN

    def tests(self, bundle: EnvironmentBundle, observation: Observation) -> Mapping[str, bool]:
        """A program that did not come to its end has reached none."""
        from resources.domains.code_optimization.tasks.proposals.examples import names

        own = names(bundle)
        if observation.outcome is Outcome.PASS:
            return dict.fromkeys(own, True)
        marks = _MARKS.search(observation.text)
        return {name: mark == "." for name, mark in zip(own, marks[1] if marks else "", strict=False)}

    def beside(self, bundle: EnvironmentBundle, oracle: str, program: str) -> EnvironmentBundle | None:
        """The task's own drawn inputs with what the oracle prints. Nobody is timed: the program is its own baseline."""
        suite = bundle.files[SUITE_FILE] if oracle == bundle.reference else _answered(bundle, oracle)
        return replace(bundle, reference=program, files={**bundle.files, SUITE_FILE: suite}) if suite else None


def _answered(bundle: EnvironmentBundle, oracle: str) -> str:
    """The suite with what the oracle prints; "" where it does not go with the harness."""
    from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut
    from resources.domains.code_optimization.tasks.importers.wild.original import Original
    from resources.execution.sandbox.selection import make_sandbox

    tests = read_suite(bundle)
    try:
        printed = Original(make_sandbox(), replace(bundle, reference=oracle)).outputs(oracle, tests)
    except (CannotCut, PermanentEnvironmentFailure):
        return ""
    answers = printed or [_NO_END] * len(tests)
    return suite_text(replace(test, stdout=text) for test, text in zip(tests, answers, strict=True))


FORM = FunctionProposals()

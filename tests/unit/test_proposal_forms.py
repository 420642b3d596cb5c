"""How proposed functions and parts are read, and what solvers of functions are asked: no tool is run."""

import json
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.proposals.agreement import REFERENCE, Behaviours, Fault, Trial, judged
from resources.domains.code_optimization.tasks.families.function import Array
from resources.domains.code_optimization.tasks.proposals import reading as proposals
from resources.domains.code_optimization.tasks.proposals.examples import (
    EXAMPLES_FILE,
    Argument,
    Example,
    Examples,
    examples_text,
    harness,
    read_examples,
    trial,
)
from resources.domains.domain import Domain
from resources.domains.proposals import ProposalForm, UnreadableProposal
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.endpoint.reply import Reply
from resources.generation.proposals.messages import proposal_version
from resources.generation.proposals.reading import read_sections
from tests import proposed_functions, proposed_parts
from tests.proposed_functions import ARGUMENTS, CLEAR, ORDINARY, TESTS, example
from tests.proposed_functions import Written as WrittenFunction
from tests.proposed_parts import BORED
from tests.proposed_parts import Written as WrittenPart

HAVING = [domain for domain in load_domains().values() if domain.proposal_form is not None]


def form_of(name: str) -> ProposalForm:
    form = get_domain(name).proposal_form
    assert form is not None
    return form


FUNCTIONS, PARTS = form_of("code_optimization"), form_of("cad_modeling")


def read(form: ProposalForm, reply: str) -> None:
    form.read(read_sections(Reply(reply), form.sections))


@pytest.mark.parametrize("domain", HAVING, ids=lambda domain: domain.name)
def test_a_form_asks_for_what_every_proposal_has(domain: Domain) -> None:
    form = domain.proposal_form
    assert form is not None
    assert {"title", "prompt", "reference"} <= form.sections.keys()
    assert len(form.tiers) == 5
    assert len(set(form.topics)) == len(form.topics) >= 20
    assert len(proposal_version(domain, form)) == 12


def changed(tests: str) -> WrittenFunction:
    return WrittenFunction("level_runs", tests=tests)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (WrittenFunction("level_runs", counts="```c\nsize_t level_runs;\n```"), "fenced block"),
        (WrittenFunction("level_runs", reference=ORDINARY + ORDINARY.replace("{top}", "other")), "2 functions"),
        (WrittenFunction("level_runs", reference="static " + ORDINARY[ORDINARY.index("size_t") :]), "0 functions"),
        (WrittenFunction("level_runs", reference='#include "own.h"\n' + ORDINARY), "includes own.h"),
        (WrittenFunction("level_runs", reference=ORDINARY.replace("return", "puts(0); return")), "calls puts"),
        (WrittenFunction("level_runs", reference="int kept;\n" + ORDINARY.replace("limit;", "kept;")), "keeps state"),
        (WrittenFunction("level_runs", reference=ORDINARY.replace("values", "amounts")), "never names amounts"),
        (WrittenFunction("level_runs", reference=ORDINARY.replace("uint16_t limit", "double limit")), "no integer"),
        (WrittenFunction("level_runs", arguments="values: any\n"), "1 lines; the function takes 3"),
        (WrittenFunction("level_runs", arguments=ARGUMENTS.replace("0 to 9", "up to 9")), "give a range"),
        (WrittenFunction("level_runs", arguments=ARGUMENTS.replace("0 to 9", "0 to 99999")), "from 0 to 65535"),
        (WrittenFunction("level_runs", arguments=ARGUMENTS.replace("0 to 11", "2 to 11")), "begin with 0"),
        (WrittenFunction("level_runs", arguments=ARGUMENTS.replace("length", "any")), "another name"),
        (changed(example("one", [], 0, 0, [])), "it needs 3 to 30"),
        (changed(TESTS + "{}\n"), "line 5 of its tests: it needs after, given, name, result"),
        (changed(TESTS + "[" * 9_000 + "\n"), "line 5 of its tests"),
        (changed(TESTS + example("Big", [1], 1, 0, [1])), "one word of small letters"),
        (changed(TESTS + example("last", [1], 1, 0, [1])), "two tests with the name last"),
        (changed(TESTS + example("far", [12], 1, 0, [1])), "no number from 0 to 11"),
        (changed(TESTS + example("long", [1] * 61, 1, 0, [1] * 61)), "at most 60 numbers"),
        (changed(TESTS + example("less", [1, 2], 1, 0, [1])), "as its length says"),
        (changed(TESTS + example("true", [True], 1, 0, [1])), "no number"),
        (changed(TESTS + example("other", [1], 1, -1, [1])), "which is no number from 0"),
    ],
)
def test_a_function_that_is_no_task_says_why(written: WrittenFunction, words: str) -> None:
    with pytest.raises(UnreadableProposal, match=words):
        read(FUNCTIONS, written.reply())


@pytest.mark.parametrize("name", ["data", "head", "k", "result", "there", "total", "call"])
def test_an_argument_may_be_called_as_something_of_the_harness(name: str) -> None:
    texts = (ORDINARY.replace("values", name), ARGUMENTS.replace("values", name), TESTS.replace("values", name))
    written = WrittenFunction("level_runs", f"{CLEAR} In C, the values are {name}.", *texts)
    parts = proposals._written(read_sections(Reply(written.reply()), FUNCTIONS.sections))
    function = proposals._function(parts)
    assert function.prototype == f"uint64_t level_runs(uint16_t *{name}_, uint64_t count, uint16_t limit)"
    assert [one.place for one in function.arguments if isinstance(one, Array)] == [0]
    assert f'"last: {name}"' in harness(proposals._examples(function, parts))


@given(st.text(string.printable, min_size=1, max_size=200), st.sampled_from(["arguments", "tests"]))
def test_any_text_in_place_of_data_is_refused_with_words(text: str, section: str) -> None:
    sections = read_sections(Reply(WrittenFunction("level_runs").reply()), FUNCTIONS.sections)
    with pytest.raises(UnreadableProposal, match=r"\w"):
        FUNCTIONS.read(sections | {section: text})


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (WrittenPart("plate", place="```\ncut\n```"), "fenced block"),
        (WrittenPart("plate", reference="import cadquery as cq\npart = 1\n"), "never sets"),
        (WrittenPart("plate", reference="result = (\n"), "no Python"),
        (WrittenPart("plate", reference="import os\n" + BORED), "line 1 of its script has"),
    ],
)
def test_a_part_that_is_no_task_says_why(written: WrittenPart, words: str) -> None:
    with pytest.raises(UnreadableProposal, match=words):
        read(PARTS, written.reply())


def test_a_part_is_read_as_one_solid_at_its_place() -> None:
    task = PARTS.read(read_sections(Reply(WrittenPart("plate").reply()), PARTS.sections))
    assert (task.settings["solids"], task.settings["tolerance"]) == ("1", "dimensioned")
    assert PARTS.name(task) == "a_bored_plate_plate"


NUMBERS = st.integers(-128, 127)


@st.composite
def calls(draw: st.DrawFn) -> Example:
    values = tuple(draw(st.lists(NUMBERS, max_size=5)))
    return Example(
        draw(st.text("abc_019", min_size=1, max_size=40)),
        {"count": len(values), "key": draw(NUMBERS)},
        {"values": values},
        {"values": tuple(draw(NUMBERS) for _ in values)},
        draw(st.none() | NUMBERS),
    )


def bundle_with(examples: Examples) -> EnvironmentBundle:
    files = {EXAMPLES_FILE: examples_text(examples), "kernel.c": "int f;\n"}
    return EnvironmentBundle("code_optimization", "proposed/x", "", "", "kernel.s", "", files, {"entry": "f"})


@settings(max_examples=30)
@given(st.lists(calls(), min_size=1, max_size=4))
def test_examples_are_kept_as_they_were_written_and_each_is_called_once(drawn: list[Example]) -> None:
    arguments = (Argument("values", "int8_t", is_array=True), Argument("count", "uint64_t"), Argument("key", "int8_t"))
    examples = Examples("int8_t f(int8_t *values, uint64_t count, int8_t key)", "f", "int8_t", arguments, tuple(drawn))
    bundle = bundle_with(examples)
    assert read_examples(bundle) == examples
    text = harness(examples)
    assert sum(line.strip().startswith("examples_look(") and "f(given_" in line for line in text.splitlines()) == sum(
        call.result is not None for call in drawn
    )
    in_trial = trial(bundle, "ret\n")
    assert in_trial.reference == "ret\n"
    tests = json.loads(in_trial.files["tests.json"])
    assert [test["stdout"] for test in tests] == ["." * len(drawn) + "\n"] * 2


def test_marks_are_read_in_the_order_of_the_tests() -> None:
    one = Example("one", {}, {}, {}, 1)
    examples = Examples("int f(void)", "f", "int32_t", (), (one, replace(one, name="two"), replace(one, name="three")))
    bundle = bundle_with(examples)
    log = b"test 0: stdin='': expected '...\\n' got '.x. two: the result is 2, not 1\\n'\n2 of 2 runs failed\n"
    said = FUNCTIONS.tests(bundle, Observation(Outcome.FUNCTIONAL_MISMATCH, "test", log))
    assert said == {"one": True, "two": False, "three": True}
    assert FUNCTIONS.tests(bundle, Observation(Outcome.PASS, "measure", b"")) == dict.fromkeys(said, True)
    assert not FUNCTIONS.tests(bundle, Observation(Outcome.MEMORY_FAULT, "test", b"test 0: ended by signal 11\n"))


def test_solvers_of_a_function_see_the_words_alone() -> None:
    program = ORDINARY.format(top="level_runs")
    prompt = f"Write level_runs.\n\n```c\n{program.rstrip()}\n```\n\nGiven on stdin:\n"
    bundle = EnvironmentBundle(
        "code_optimization", "x", prompt, "int f;\n", "kernel.s", "ret\n", {"kernel.c": program}, {"entry": "f"}
    )
    question = FUNCTIONS.question(bundle)
    assert question is not None
    assert question.bundle.prompt == "Write level_runs.\n"
    assert (question.bundle.reference, question.bundle.files) == ("", {})
    assert question.bundle.settings["fence"] == "c"


def test_without_tests_agreement_against_the_reference_shows_it_wrong() -> None:
    solvers = [Trial(f"solver {n}", Outcome.FUNCTIONAL_MISMATCH, True, {}) for n in range(3)]
    classes = {REFERENCE: 0} | {each.author: 1 for each in solvers}
    own = Behaviours(classes, {(REFERENCE, "solver 0"): "the bore is elsewhere"})
    said = judged(Trial(REFERENCE, Outcome.PASS, True, {}), solvers, own, 0)
    assert (said.fault, said.log) == (Fault.WRONG_REFERENCE, "the bore is elsewhere")


def test_the_scripted_variants_differ_from_what_they_vary() -> None:
    wrong = (proposed_functions.HALVES, proposed_functions.PAIRS, proposed_functions.LOSES_LAST)
    assert len({ORDINARY, *wrong}) == 4
    assert len({BORED, proposed_parts.MOVED, *proposed_parts.READINGS}) == 5

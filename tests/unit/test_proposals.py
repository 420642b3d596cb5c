"""What agreement says of a proposal, how proposals are read, and what a question says: no tool is run."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from assets.proposals.agreement import REFERENCE, Behaviours, Fault, Trial, agreement_sets, broken, judged
from orchestration import propose_command
from orchestration.command_line import app
from resources.domains.proposals import UnreadableProposal
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.endpoint.reply import Reply
from resources.generation.proposals.messages import Ask, Returned, proposal_messages, proposal_version
from resources.generation.proposals.reading import read_sections
from tests.proposed_tasks import BENCH, CLEAR, DOWN_LOADS, HEADER, ORDINARY, Written

CHIP = get_domain("chip_design")
FORM = CHIP.proposal_form
TESTS = ("a", "b", "c")


def trial(author: str, passed: str = "abc", outcome: Outcome | None = None, runs: bool = True) -> Trial:
    ended = outcome or (Outcome.PASS if passed == "abc" else Outcome.FUNCTIONAL_MISMATCH)
    tests = {name: name in passed for name in TESTS} if runs else {}
    return Trial(author, ended, runs, tests, f"log of {author}", author)


def finding(reference: str, solutions: list[Trial], classes: dict[str, int]) -> tuple[Fault, str]:
    own = Behaviours(classes, {(REFERENCE, "solver 1"): "row 7 differs"})
    said = judged(trial(REFERENCE, reference), solutions, own, 3)
    return said.fault, said.reason


def solvers(*passed: str) -> list[Trial]:
    return [trial(f"solver {place}", tests) for place, tests in enumerate(passed, 1)]


ALL_SAME = {REFERENCE: 0, "solver 1": 0, "solver 2": 0, "solver 3": 0}
SOLVERS_APART = ALL_SAME | {REFERENCE: 1}


def test_a_proposal_on_which_all_agree_has_no_fault() -> None:
    assert finding("abc", solvers("abc", "abc", "abc"), ALL_SAME) == (Fault.NONE, "")


def test_one_solver_who_errs_is_outvoted() -> None:
    assert finding("abc", solvers("abc", "a", "abc"), ALL_SAME | {"solver 2": 1})[0] is Fault.NONE


def test_a_reference_that_fails_what_solvers_pass_is_wrong() -> None:
    fault, reason = finding("ab", solvers("abc", "abc", "abc"), SOLVERS_APART)
    assert (fault, "the reference fails: c" in reason) == (Fault.WRONG_REFERENCE, True)


def test_a_reference_that_differs_where_no_test_looks_is_wrong() -> None:
    said = judged(
        trial(REFERENCE), solvers("abc", "abc", "abc"), Behaviours(SOLVERS_APART, {(REFERENCE, "solver 1"): "row 7"}), 3
    )
    assert (said.fault, said.log) == (Fault.WRONG_REFERENCE, "row 7")


@pytest.mark.parametrize(
    ("reference", "classes", "words"),
    [("ab", ALL_SAME, "not accepted either"), ("abc", SOLVERS_APART, "both wrong"), ("abc", ALL_SAME, "ask for what")],
)
def test_a_test_that_agreeing_solvers_fail_is_wrong(reference: str, classes: dict[str, int], words: str) -> None:
    fault, reason = finding(reference, solvers("ab", "ab", "ab"), classes)
    assert fault is Fault.WRONG_TEST
    assert "fail the tests c" in reason
    assert words in reason


def test_solvers_who_split_have_an_ambiguous_prompt() -> None:
    split = {REFERENCE: 0, "solver 1": 0, "solver 2": 1, "solver 3": 2}
    assert finding("abc", solvers("abc", "abc", "abc"), split)[0] is Fault.AMBIGUOUS
    fault, reason = finding("abc", solvers("abc", "ab", "a"), split)
    assert (fault, "part at the tests" in reason) == (Fault.AMBIGUOUS, True)


def test_programs_that_do_not_run_count_as_no_opinion() -> None:
    silent = [trial(f"solver {place}", "", Outcome.COMPILATION_ERROR, runs=False) for place in (2, 3)]
    assert finding("abc", [trial("solver 1"), *silent], ALL_SAME)[0] is Fault.UNSOLVED
    assert broken(trial(REFERENCE, "", Outcome.LINK_ERROR, runs=False)) is not None
    assert broken(trial(REFERENCE)) is None


def test_too_few_tests_are_told() -> None:
    few = [Trial(name, Outcome.PASS, True, {"a": True}) for name in ALL_SAME]
    said = judged(few[0], few[1:], Behaviours(ALL_SAME, {}), 3)
    assert (said.fault, "at least 3" in said.reason) == (Fault.BROKEN, True)


@given(st.lists(st.tuples(st.sets(st.sampled_from(TESTS)), st.integers(0, 2), st.booleans()), min_size=1, max_size=7))
def test_every_program_that_runs_is_in_one_set_and_the_best_score_is_first(
    drawn: list[tuple[set[str], int, bool]],
) -> None:
    trials = [trial(f"solver {n}", "".join(sorted(tests)), runs=runs) for n, (tests, _, runs) in enumerate(drawn)]
    classes = {f"solver {n}": behaviour for n, (_, behaviour, _) in enumerate(drawn)}
    sets = agreement_sets(trials, Behaviours(classes, {}))
    members = [member.author for one in sets for member in one.members]
    assert sorted(members) == sorted(each.author for each in trials if each.runs)
    assert [one.score for one in sets] == sorted((one.score for one in sets), reverse=True)
    said = judged(trial(REFERENCE), trials, Behaviours(classes | {REFERENCE: 0}, {}), 1)
    if said.fault is Fault.NONE:
        assert len(said.agreeing) > len(trials) / 2


@pytest.mark.parametrize(("reply", "said"), [("", "(no answer)"), ("\x00 \n", "(no answer)"), ("a\n", "a\n")])
def test_no_message_is_empty_where_no_answer_goes_back(reply: str, said: str) -> None:
    assert FORM is not None
    messages = proposal_messages(CHIP, FORM, Ask(0, FORM.topics[0], 1, ()), Returned(reply, "there is no reply"))
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2].content == said


HOSTED = "https://api.example/v1"


@pytest.mark.parametrize(
    ("url", "keys", "variable"),
    [
        ("https://API.example:443/other/v1", [], "OWN_KEY"),
        ("http://api.example/v1", [], ""),
        ("https://api.example:8443/v1", [], ""),
        ("https://api.example.org/v1", [], ""),
        ("http://10.0.0.5:8000/v1", [], ""),
        ("http://10.0.0.5:8000/v1", ["OTHER_KEY"], "OTHER_KEY"),
        (HOSTED, ["OTHER_KEY"], "OTHER_KEY"),
        (HOSTED, [""], "OWN_KEY"),
    ],
)
def test_the_endpoint_s_key_goes_to_its_own_server_alone(
    monkeypatch: pytest.MonkeyPatch, url: str, keys: list[str], variable: str
) -> None:
    asked: list[propose_command.Proposals] = []
    monkeypatch.setattr(propose_command, "propose", lambda _, proposals: asked.append(proposals))
    named = ["--key-variable", "OWN_KEY", *(f"--solver-key-variable={key}" for key in keys)]
    typed = ["propose", "chip_design", "--endpoint", HOSTED, "--model", "m", "--solver", f"qwen@{url}", *named]
    assert CliRunner().invoke(app, typed).exit_code == 0
    assert asked[0].proposer.key_variable == "OWN_KEY"
    assert [solver.key_variable for solver in asked[0].solvers] == [variable]


def test_keys_of_solvers_are_as_many_as_solvers() -> None:
    typed = ["propose", "chip_design", "--endpoint", HOSTED, "--model", "m", "--solver-key-variable", "OTHER_KEY"]
    refused = CliRunner().invoke(app, typed)
    assert refused.exit_code == 2
    assert "given 1 times" in refused.output


def read(written: Written) -> None:
    assert FORM is not None
    FORM.read(read_sections(Reply(written.reply()), FORM.sections))


def test_a_design_is_read_with_its_interface_and_bench() -> None:
    assert FORM is not None
    task = FORM.read(read_sections(Reply(Written("level_keeper").reply()), FORM.sections))
    assert (task.candidate_file, task.settings["bench_top"]) == ("level_keeper.v", "testbench")
    assert "output reg [3:0] level" in task.interface
    assert "always" not in task.interface
    assert "$finish" in task.files["bench.v"]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (Written("keeper", sections=("title", "prompt", "reference")), "0 blocks tagged `bench`"),
        (Written("keeper", sections=("title", "prompt", "bench", "reference", "bench")), "2 blocks tagged `bench`"),
        (Written("keeper", moves="."), "never names"),
        (Written("keeper", reference=ORDINARY + "module other(input a);\nendmodule\n"), "2 top modules"),
        (Written("keeper", reference=HEADER + "initial $finish;\nendmodule\n"), "forbidden"),
        (Written("keeper", bench=BENCH.replace("module testbench", "module tb")), "has to declare module testbench"),
        (Written("keeper", bench=BENCH.replace("{top} dut", "{top}_x dut")), "makes no instance of keeper"),
        (Written("keeper", bench=BENCH.replace("@VERDICT@", "VERDICT")), "0 times"),
        (Written("keeper", bench=BENCH.replace("integer i;", "integer i = $fopen(0);")), "may open no file"),
        (Written("keeper", bench=BENCH + ORDINARY), "must not declare keeper"),
    ],
)
def test_what_is_no_task_says_why(written: Written, words: str) -> None:
    if words == "never names":
        written = Written("keeper", reference=ORDINARY.replace("value", "amount"))
    with pytest.raises(UnreadableProposal, match=words):
        read(written)


@given(st.text(string.printable, max_size=300))
def test_any_text_is_read_or_refused_with_words(text: str) -> None:
    assert FORM is not None
    with pytest.raises(UnreadableProposal, match=r"\w"):
        read_sections(Reply(text), FORM.sections)


def test_a_cut_reply_is_no_proposal() -> None:
    assert FORM is not None
    with pytest.raises(UnreadableProposal, match="limit of tokens"):
        read_sections(Reply(Written("keeper").reply(), finish_reason="length"), FORM.sections)


def test_tests_are_what_the_bench_itself_said_of_them() -> None:
    assert FORM is not None
    log = b"TEST one errors=0\nTEST two errors=3\nprinted: TEST forged errors=0\nTEST one errors=1\n TEST x errors=0\n"
    bundle = EnvironmentBundle("chip_design", "proposed/x", "", "", "x.v", "")
    assert FORM.tests(bundle, Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log)) == {"one": False, "two": False}


def test_a_question_names_topic_tier_and_what_there_is_and_no_reference() -> None:
    assert FORM is not None
    ask = Ask(3, FORM.topics[3], 2, ("A FIFO", "``` a title that would close a block"))
    system, user = proposal_messages(CHIP, FORM, ask)
    assert all(f"`{name}`" in system.content for name in FORM.sections)
    assert all(said in user.content for said in (FORM.topics[3], FORM.tiers[1], "A FIFO"))
    again = proposal_messages(CHIP, FORM, ask, Returned("my answer", "the reference fails: c", "row 7 differs"))
    assert [message.role for message in again] == ["system", "user", "assistant", "user"]
    assert again[:2] == (system, user)
    assert all(said in again[3].content for said in ("the reference fails: c", "row 7 differs"))
    assert len(proposal_version(CHIP, FORM)) == 12


def test_the_scripted_variants_differ_from_what_they_vary() -> None:
    assert DOWN_LOADS != BENCH
    assert CLEAR in Written("keeper").reply()

"""The experiment's arms, prompts, power, batches and figures, on made-up rows."""

import random
from dataclasses import replace

from assets.proof.arms import ARMS, UNTOLD
from assets.proof.examples import Example, examples, short_result, short_task
from assets.proof.figures import METRICS, arm_figures, complete, differences
from assets.proof.machine.training import IGNORED, Dials, TokenRun, batches
from assets.proof.preparation import power, power_table
from assets.proof.prompts import FIRST, REPAIR, Asked, chosen, held_out_kinds, trained_on
from assets.proof.verdicts import Given, Verdict, reading_of

ARM = {arm.name: arm for arm in ARMS}


def _message(role: str, content: str, thought: str | None = None, mask: int = 0) -> dict[str, object]:
    return {"role": role, "content": content, "reasoning_content": thought, "loss_mask": mask}


def _row(solved: bool = True) -> dict[str, object]:
    """A first attempt that fails and carries no loss, one that comes further, one that passes."""
    said = "The tools executed the file above. Result.\n\n```text\nline 1: wrong\n```\n\nFind out."
    turns = [
        _message("assistant", "```c\nint a\n```", "first thought"),
        _message("tool", said),
        _message("assistant", "```c\nint b;\n```", "because of line 1", 1),
        _message("tool", said),
        _message("assistant", "```c\nint c;\n```", "and now", 1),
        _message("tool", "It passes."),
    ]
    task = "# The task\n\nDo it.\n\n# Interface\n\nint c;\n\n# What is fixed\n\n- The file is `main.c`."
    messages = [_message("system", "long instructions"), _message("user", task), *turns]
    return {"conversation_id": "t1", "domain": "toy", "seed_id": "s1", "messages": messages, "solved": solved}


def _examples(**changes: object) -> list[Example]:
    found = examples(_row(), is_real=True, fault_kinds=frozenset({"typo"}))
    return [replace(one, **changes) for one in found]  # type: ignore[arg-type]


def test_an_example_shows_the_task_and_the_attempt_before_it() -> None:
    first, second, third = _examples()
    assert [message["role"] for message in first.prompt] == ["system", "user"]
    assert [message["role"] for message in third.prompt] == ["system", "user", "assistant", "tool"]
    assert third.prompt[2]["content"] == second.answer
    assert "`c`" in third.prompt[0]["content"]
    assert first.task.endswith("int c;")
    assert [message["loss_mask"] for message in third.row()["messages"]] == [0, 0, 0, 0, 1]


def test_a_smaller_share_is_part_of_a_larger_one() -> None:
    found = [replace(one, seed_id=f"s{number}") for number in range(200) for one in _examples()]
    tasks = {name: {one.seed_id for one in ARM[name].of(found)} for name in ("all", "half", "quarter")}
    assert tasks["quarter"] < tasks["half"] < tasks["all"]
    assert 70 < len(tasks["half"]) < 130
    assert 30 < len(tasks["quarter"]) < 70


def test_a_task_ends_before_its_files_and_limits() -> None:
    assert short_task("a\n\n# Beside your file: `x`\n\nb") == "a"
    assert short_task("a\n\n# What is fixed\n\n- b\n\n# Beside your file: `x`") == "a"


def test_a_long_log_is_cut_inside_its_block() -> None:
    log = "\n".join(f"line {number} of the log" for number in range(300))
    short = short_result(f"Head.\n\n```text\n{log}\n```\n\nTail.")
    assert len(short) < 1_200
    assert short.startswith("Head.\n\n```text\nline 0")
    assert short.endswith("\n```\n\nTail.")
    assert "lines left out" in short
    assert short_result("no block") == "no block"


def test_each_arm_sees_what_it_is_named_after() -> None:
    found = [*_examples(), *_examples(is_real=False, seed_id="s2")]
    shown = {name: arm.of(found) for name, arm in ARM.items()}
    assert len(shown["all"]) == 4
    assert all(one.learned for one in shown["all"])
    assert {one.is_real for one in shown["real"]} == {True}
    assert len(shown["all_turns"]) == 6
    assert not any(one.reasoning for one in shown["no_reasoning"])
    assert {one.said for one in shown["no_tool_output"]} == {UNTOLD}
    assert [one.attempt for one in shown["final_answers"]] == ["", ""]
    assert {one.answer for one in shown["final_answers"]} == {"```c\nint c;\n```"}


def test_an_unsolved_row_has_no_final_answer() -> None:
    assert ARM["final_answers"].of(_examples(solved=False)) == []


def test_equal_examples_are_shown_once() -> None:
    assert len(ARM["all"].of([*_examples(), *_examples(name="other")])) == 2


def _asked(name: str, seed: str = "s1", kind: str = REPAIR, **changes: object) -> Asked:
    asked = Asked(name, "toy", seed, kind, False, False, ("typo",), name if kind == REPAIR else "")
    return replace(asked, **changes)  # type: ignore[arg-type]


def test_prompts_are_chosen_by_task_unseen_kinds_first() -> None:
    found = [_asked(f"r{number}") for number in range(6)]
    found += [
        _asked("new", new_fault=True),
        _asked("again", code="r0"),
        _asked("f", kind=FIRST),
        _asked("f2", kind=FIRST),
    ]
    kept = [one.prompt_id for one in chosen(found, 3)]
    assert kept[:2] == ["f", "new"]
    assert len(kept) == 4


def test_rows_with_a_held_out_kind_of_fault_are_not_trained_on() -> None:
    kinds = held_out_kinds(["a", "b", "c", "typo"], 0.5)
    assert len(kinds) == 2
    assert held_out_kinds(["typo", "c", "b", "a"], 0.5) == kinds
    assert trained_on(_examples(), frozenset({"typo"})) == []


def test_power_grows_with_prompts_and_falls_with_their_likeness() -> None:
    assert power(0.02, 0.12, 400) > power(0.02, 0.12, 40)
    spread = power_table(_asked(f"r{number}", f"s{number}") for number in range(60))
    alike = power_table(_asked(f"r{number}", f"s{number % 10}") for number in range(60))
    assert spread[-1].power > alike[-1].power
    assert abs(power(0.1, 0.1, 100) - 0.025) < 0.01


def test_batches_spend_the_tokens_and_hold_like_lengths() -> None:
    chance = random.Random(0)
    lengths = [chance.randint(20, 900) for _ in range(80)]
    found = [TokenRun([1] * length, [IGNORED] * length) for length in lengths]
    dials = Dials(tokens=60_000, step_tokens=4_096)
    made = list(batches(found, dials, seed=1))
    spent = sum(len(one.ids) for batch in made for one in batch)
    assert 60_000 <= spent < 60_000 + 4_096
    assert all(len(batch) == 1 or len(batch) * max(len(one.ids) for one in batch) <= 4_096 for batch in made)
    assert [len(batch) for batch in batches(found, dials, seed=1)] == [len(batch) for batch in made]
    first_pass = made[: next(place for place in range(len(made)) if sum(map(len, made[: place + 1])) >= 80) + 1]
    assert sorted(len(one.ids) for batch in first_pass for one in batch)[:80] == sorted(lengths)


def _verdict(prompt: str, arm: str, seed: int, outcome: str, fate: str = "judged") -> Verdict:
    return Verdict(prompt, arm, seed, fate, outcome, False)


def test_figures_count_prompts_that_every_model_was_judged_on() -> None:
    asked = [_asked(f"p{number}", f"s{number // 2}") for number in range(20)]
    verdicts = [_verdict(one.prompt_id, "base", 0, "COMPILATION_ERROR") for one in asked[:18]]
    for seed in (0, 1):
        verdicts += [
            _verdict(one.prompt_id, "all", seed, "PASS" if number % 2 else "FUNCTIONAL_MISMATCH")
            for number, one in enumerate(asked)
        ]
    verdicts[0] = _verdict("p0", "base", 0, "", "environment")
    judged = complete(asked, verdicts)
    assert set(judged.prompts) == {f"p{number}" for number in range(1, 18)}
    shares = {(one.arm, one.part, one.figure.metric): one for one in arm_figures(judged)}
    fixed = shares["all", "all", "Fix % at one turn"]
    assert fixed.figure.value == 9 / 17
    assert fixed.figure.tasks == 9
    assert fixed.by_seed == (9 / 17, 9 / 17)
    assert shares["all", "toy", "repairs that compile"].figure.value == 1.0
    assert shares["base", "all", "repairs that compile"].figure.value == 0.0
    gap = next(one for one in differences(judged, [("all", "base")], METRICS[:1]) if one.part == "all")
    assert gap.value == 9 / 17
    assert 0 < gap.low <= gap.value <= gap.high


def test_an_answer_is_read_as_the_exam_reads_it() -> None:
    given = Given("all", 0, "p", "<think>\nline 1\n</think>\n\n```c\nint a;\n```", "stop")
    assert reading_of(given, "c").code == "int a;\n"
    assert reading_of(replace(given, text="<think>\nfor ever", finish_reason="length"), "c").fate == "truncated"

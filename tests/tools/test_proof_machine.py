"""A tiny base is trained on an arm and asked, by what a machine with a GPU runs; killed, both go on."""

import json
import time

import pytest

from assets.proof.arms import ARMS
from assets.proof.examples import Example, examples
from assets.proof.machine.decoding import greedy
from assets.proof.machine.runner import CARD, Bench, Job, answer_one, train_one
from assets.proof.machine.training import IGNORED, read_sequences
from assets.proof.preparation import ProofDials, write_folder
from assets.proof.prompts import REPAIR, Asked
from assets.proof.verdicts import read_answers
from tests.tools.tiny_base import tiny_base

DIALS = ProofDials(tokens=4_000, length=512, step_tokens=512, new_tokens=8, at_once=2, learning_rate=0.02, seeds=(0,))


def _found() -> list[Example]:
    """Programs of ten tasks, each after a faulty one."""
    found: list[Example] = []
    for number in range(10):
        answers = [f"```c\nint value = {number}\n```", f"```c\nint value = {number};\n```"]
        said = "Result.\n\n```text\nline 1: expected ;\n```"
        messages = [{"role": "system", "content": "long"}, {"role": "user", "content": f"# The task\n\nA {number}."}]
        for place, answer in enumerate(answers):
            messages.append({"role": "assistant", "content": answer})
            messages.append({"role": "tool", "content": said if place == 0 else "It passes."})
        told = [
            message | {"reasoning_content": None, "loss_mask": int(message["content"] == answers[1])}
            for message in messages
        ]
        row = {"conversation_id": f"t{number}", "domain": "toy", "seed_id": f"s{number}", "messages": told}
        found += examples(row | {"solved": True}, is_real=True, fault_kinds=frozenset())
    return found


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    from transformers import AutoTokenizer

    base = tiny_base(tmp_path_factory.mktemp("base"))
    folder = tmp_path_factory.mktemp("proof") / "work"
    tokenizer = AutoTokenizer.from_pretrained(base)
    ids = tuple(tokenizer("int value")["input_ids"])
    asked = [
        Asked(f"p{number}", "toy", f"s{number}", REPAIR, False, False, (), "int a", ids * (number + 1))
        for number in range(3)
    ]
    write_folder(folder, _found(), asked, tokenizer, DIALS, ARMS[:1])
    return Bench(folder, base, folder / "answers", time.time() + 600)


def test_an_arm_is_trained_and_asked_and_goes_on(bench: Bench) -> None:
    job = Job(ARMS[0].name, 0)
    assert train_one(job, bench)
    card = json.loads((bench.model(job) / CARD).read_text())
    assert 4_000 <= card["tokens"] < 4_000 + 512
    assert card["losses"][-1] < 0.9 * card["losses"][0], card["losses"]
    bench.out.mkdir()
    assert answer_one(job, bench)
    whole = bench.answers(job).read_text()
    assert {one.prompt_id for one in read_answers(bench.out)} == {"p0", "p1", "p2"}
    bench.answers(job).write_text("".join(whole.splitlines(keepends=True)[:1]))
    assert answer_one(job, bench)
    assert bench.answers(job).read_text() == whole


def test_only_answers_are_learned(bench: Bench) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(bench.base)
    found = read_sequences(bench.folder / "arms" / ARMS[0].name)
    assert len(found) == 10
    for one in found:
        learned = [token for token, label in zip(one.ids, one.labels, strict=True) if label != IGNORED]
        assert tokenizer.decode(learned).lstrip().startswith("```c")
        assert len(learned) < len(one.ids) / 2


def test_nothing_is_begun_when_the_time_is_over(bench: Bench) -> None:
    late = Bench(bench.folder, bench.base, bench.out, time.time() - 1)
    assert not train_one(Job(ARMS[0].name, 7), late)


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_a_batch_is_answered_as_its_rows_are_alone(bench: Bench, device: str) -> None:
    """With a block of columns smaller than an answer, so that graphs change under way."""
    import torch
    from transformers import AutoModelForCausalLM

    prompts = [[5, 6, 7, 8, 9], [11], list(range(20, 43))]
    model = AutoModelForCausalLM.from_pretrained(bench.base, dtype=torch.float32).to(device).eval()
    alone = [
        model.generate(
            input_ids=torch.tensor([ids], device=device),
            attention_mask=torch.ones(1, len(ids), dtype=torch.long, device=device),
            max_new_tokens=300,
            do_sample=False,
            eos_token_id=0,
            pad_token_id=0,
        )[0, len(ids) :].tolist()
        for ids in prompts
    ]
    assert greedy(model, prompts, 300, 0) == alone

"""Preparation: arms as token exports, prompts, and a plan with what is expected, all before a model is trained.

What is written is all that a machine with a GPU needs (`machine`), and nothing of it is changed by a result.

Power is how large a difference of Fix % the held-out repairs can show. Two arms answer the same prompts, which are
alike within a task. With m repairs a task and an intraclass correlation r, n prompts are worth n / (1 + (m - 1) r); the
test is of two shares at 5 %, two-sided, normal.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets.corpus.splits import CorpusSplit
from assets.proof.arms import ARMS, Arm
from assets.proof.collection import EXAM_FROM, held_out_families
from assets.proof.corpus_rows import CollectedRows, Told, fault_kinds
from assets.proof.examples import Example, examples
from assets.proof.prompts import FIRST, REPAIR, Asked, chosen, held_out_kinds, trained_on
from assets.tokens.chat_format import ChatFormat
from assets.tokens.export import TokenSettings, chat_format, write_tokens
from resources.domains.domain import Domain
from resources.domains.families import made_name
from resources.execution.outcome import Outcome

PLAN, PROMPTS, ASKED = "plan.json", "prompts.parquet", "prompts.jsonl"
_PROMPT = pa.schema([("prompt_id", pa.string()), ("input_ids", pa.list_(pa.int32()))])


@dataclass(frozen=True)
class ProofDials:
    """`length` is the most tokens of a prompt with its answer, `tokens` what goes through each trained model."""

    tokens: int = 2_000_000
    length: int = 3_072
    new_tokens: int = 1_200
    prompt_tokens: int = 2_000
    answer_tokens: int = 900
    step_tokens: int = 8_192
    learning_rate: float = 5e-4
    at_once: int = 128
    seeds: tuple[int, ...] = (0, 1, 2)
    repairs_per_task: int = 2
    new_kinds: float = 0.15


@dataclass(frozen=True)
class Prepared:
    """Counts of what was written."""

    examples: dict[str, int]
    prompts: dict[str, int]


def domain_examples(rows: CollectedRows, dials: ProofDials) -> list[Example]:
    """Of tasks and faults that may be trained on. Rows of the split by fault kind are left out with their kinds."""
    new = held_out_families(rows.domain.families)
    found = [
        example
        for told in rows.rows()
        if _is_trained(told, new)
        for example in examples(told.row, is_real=told.is_real, fault_kinds=told.fault_kinds)
    ]
    return trained_on(found, new_kinds(rows.domain, dials))


def _is_trained(told: Told, new_families: set[str]) -> bool:
    made = made_name(told.row["seed_id"])
    if made is not None and (made.is_exam or made.family in new_families):
        return False
    return not EXAM_FROM <= told.trajectory.generator_seed < 2 * EXAM_FROM


def new_kinds(domain: Domain, dials: ProofDials) -> frozenset[str]:
    kinds = [kind.name for kind in domain.fault_injector().kinds if kind.is_fault]
    return held_out_kinds(kinds, dials.new_kinds)


def domain_prompts(rows: CollectedRows, chat: ChatFormat, dials: ProofDials) -> list[Asked]:
    """Of held-out tasks: first attempts, and repairs of programs that failed when they were executed."""
    new, kinds = held_out_families(rows.domain.families), new_kinds(rows.domain, dials)
    found: list[Asked] = []
    for told in rows.rows():
        made = made_name(told.row["seed_id"])
        if made is None or not made.is_exam or not told.is_real:
            continue
        for one in _asked(told, chat, dials):
            found.append(replace(one, new_family=made.family in new, new_fault=bool(set(one.fault_kinds) & kinds)))
    return chosen(found, dials.repairs_per_task)


def _asked(told: Told, chat: ChatFormat, dials: ProofDials) -> Iterable[Asked]:
    """Prompts that are short enough, of tasks whose reference is."""
    first = told.trajectory.turns[0]
    given = next(examples(told.row, is_real=True, fault_kinds=told.fault_kinds))
    if len(chat.tokenizer(given.answer)["input_ids"]) > dials.answer_tokens:
        return
    name = told.row["conversation_id"]
    nothing = Asked(f"{given.seed_id}:first", given.domain, given.seed_id, FIRST, False, False, (), "")
    yield replace(nothing, ids=_ids(chat, given))
    if first.judged.outcome is Outcome.PASS:
        return
    repair = list(examples(_with_second_answer(told.row), is_real=True, fault_kinds=told.fault_kinds))[1]
    ids = _ids(chat, repair)
    if len(ids) <= dials.prompt_tokens:
        yield replace(
            nothing,
            prompt_id=f"{name}:repair",
            kind=REPAIR,
            fault_kinds=tuple(sorted(fault_kinds(told.trajectory))),
            code=first.candidate.code,
            ids=ids,
        )


def _with_second_answer(row: dict[str, Any]) -> dict[str, Any]:
    """The row with an answer to its first observation, which is not there yet."""
    messages = row["messages"][:4]
    return {**row, "messages": [*messages, {**messages[2], "content": "."}, messages[3]]}


def _ids(chat: ChatFormat, example: Example) -> tuple[int, ...]:
    """The prompt as a server would be sent it."""
    answer = replace(example, answer=".", reasoning="")
    return tuple(chat.target(answer.row()["messages"], len(answer.prompt)).prompt)


def write_folder(
    folder: Path,
    found: Sequence[Example],
    asked: Sequence[Asked],
    tokenizer: Any,
    dials: ProofDials,
    arms: Sequence[Arm] = ARMS,
) -> Prepared:
    """`arms/` with a token export each, the prompts, and `plan.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, counts = TokenSettings(length=dials.length), {}
    for arm in arms:
        rows = [one.row() for one in arm.of(found)]
        chat = chat_format(tokenizer, None, [max(rows, key=lambda row: len(row["messages"]))])
        figures = write_tokens(folder / "arms" / arm.name, {CorpusSplit.TRAIN.value: [rows]}, chat, settings)
        counts[arm.name] = figures[0].answers
    rows = [{"prompt_id": one.prompt_id, "input_ids": list(one.ids)} for one in asked]
    pq.write_table(pa.Table.from_pylist(rows, _PROMPT), folder / PROMPTS, compression="zstd")
    with (folder / ASKED).open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(one.described()) + "\n" for one in asked)
    prompts = Counter(f"{one.domain} {one.kind}" for one in asked)
    _write_plan(folder, dials, arms, counts, asked)
    return Prepared(counts, dict(prompts))


def _write_plan(
    folder: Path, dials: ProofDials, arms: Sequence[Arm], counts: dict[str, int], asked: Sequence[Asked]
) -> None:
    plan = {
        "arms": [arm.name for arm in arms],
        "tokens": {arm.name: round(arm.share * dials.tokens) for arm in arms},
        "seeds": list(dials.seeds),
        "new_tokens": dials.new_tokens,
        "at_once": dials.at_once,
        "training": {
            "step_tokens": dials.step_tokens,
            "learning_rate": dials.learning_rate,
        },
        "dials": asdict(dials),
        "examples": counts,
        "power": [asdict(row) for row in power_table(asked)],
    }
    (folder / PLAN).write_text(json.dumps(plan, indent=1) + "\n", encoding="utf-8")


CORRELATION = 0.3
"""Of verdicts on repairs of one task: a guess, on the safe side for injected faults."""
LOW, HIGH = 0.02, 0.12
"""Fix % of an arm that learned nothing, and ten points more."""


@dataclass(frozen=True)
class PowerRow:
    """`worth` is how many independent prompts they count for, `power` the chance to see ten points, `seen` the least
    difference from `LOW` that is seen with a chance of 80 %."""

    domain: str
    tasks: int
    repairs: int
    worth: float
    power: float
    seen: float


def power_table(asked: Iterable[Asked]) -> list[PowerRow]:
    """By domain, and over all."""
    repairs = [one for one in asked if one.kind == REPAIR]
    domains = sorted({one.domain for one in repairs})
    own = [[one for one in repairs if one.domain == domain] for domain in domains]
    return [_row(name, part) for name, part in zip([*domains, "all"], [*own, repairs], strict=True) if part]


def _row(name: str, repairs: list[Asked]) -> PowerRow:
    tasks = len({one.seed_id for one in repairs})
    worth = len(repairs) / (1 + (len(repairs) / tasks - 1) * CORRELATION)
    steps = (LOW + step / 1000 for step in range(1, 981))
    seen = next((high - LOW for high in steps if power(LOW, high, worth) >= 0.8), 1.0)
    return PowerRow(name, tasks, len(repairs), round(worth, 1), round(power(LOW, HIGH, worth), 3), round(seen, 3))


def power(low: float, high: float, worth: float) -> float:
    """The chance that shares of `low` and `high` differ significantly in `worth` prompts each."""
    normal, middle = NormalDist(), (low + high) / 2
    spread = sqrt((low * (1 - low) + high * (1 - high)) / worth)
    bound = normal.inv_cdf(0.975) * sqrt(2 * middle * (1 - middle) / worth)
    return 1 - normal.cdf((bound - abs(high - low)) / spread)

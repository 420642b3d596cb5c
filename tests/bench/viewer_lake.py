"""A lake of 100,000 trajectories of 1 to 5 turns of about 2 KB, for the speed of what lists and opens them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_to_row
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.storage.lake import Lake
from tests.bench.bench_lake import WORDS

DOMAINS = ("cad_modeling", "chip_design", "code_optimization", "embedded_systems", "gpu_kernels")
_LABELS = (Outcome.COMPILATION_ERROR, Outcome.FUNCTIONAL_MISMATCH, Outcome.TIMEOUT, Outcome.PASS)
_PARTLY, _DIFFERENT = 5_000, 3_000


def make_lake(root: Path, count: int) -> Lake:
    """Four of five are real, one is amplified; a tenth of the foretold labels is wrong. Turns are drawn from 3,000, in
    an order that no compression sees through."""
    lake, draw = Lake(root), random.Random(0)
    each = count // (5 * len(DOMAINS))
    for schema, factor in ((REAL_TRAJECTORIES, 4), (AMPLIFIED_TRAJECTORIES, 1)):
        turns = _turns(draw, is_real=factor == 4)
        for domain in DOMAINS:
            batches = _batches(draw, turns, domain, each * factor, schema.arrow_schema)
            lake.write(schema, domain, batches)
    return lake


def _batches(
    draw: random.Random, turns: Sequence[Turn], domain: str, count: int, schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    for start in range(0, count, _PARTLY):
        rows = [trajectory_to_row(_trajectory(draw, turns, domain)) for _ in range(min(_PARTLY, count - start))]
        yield from pa.Table.from_pylist(rows, schema=schema).to_batches()


def _trajectory(draw: random.Random, turns: Sequence[Turn], domain: str) -> Trajectory:
    chosen = tuple(replace(turn, index=index) for index, turn in enumerate(draw.choices(turns, k=draw.randrange(1, 6))))
    return Trajectory(
        f"{draw.getrandbits(96):024x}",
        domain,
        f"builtin/task_{draw.randrange(200)}",
        "b" * 64,
        f"author-{draw.randrange(12)}",
        "1",
        draw.randrange(1000),
        "1",
        "tools",
        "" if chosen[0].source is Source.REAL else f"{draw.randrange(3):032x}",
        chosen,
    )


def _turns(draw: random.Random, *, is_real: bool) -> list[Turn]:
    words = [f"{draw.choice(WORDS)} {draw.randrange(1000)}\n" for _ in range(4096)]
    return [_turn(draw, words, is_real=is_real) for _ in range(_DIFFERENT)]


def _turn(draw: random.Random, words: list[str], *, is_real: bool) -> Turn:
    code = "".join(draw.choices(words, k=140))
    seen = Observation(draw.choice(_LABELS), "function", code[:400].encode())
    if is_real:
        return Turn(0, code[:300], Candidate(code), seen)
    truth = seen if draw.random() < 0.9 else Observation(draw.choice(_LABELS), "function", b"otherwise")
    source = Source.VERIFIED
    return Turn(0, code[:300], Candidate(code), seen, source, confidence=draw.random(), verification=truth)

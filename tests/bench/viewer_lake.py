"""A lake of 100,000 trajectories of 1 to 5 turns of about 2 KB, for the speed of what lists and opens them."""

import random
from collections.abc import Iterator
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
_PARTLY = 5_000


def make_lake(root: Path, count: int) -> Lake:
    """Four of five are real, one is amplified; a tenth of the foretold labels is wrong."""
    lake, draw = Lake(root), random.Random(0)
    words = [f"{draw.choice(WORDS)} {draw.randrange(1000)}\n" for _ in range(4096)]
    each = count // (5 * len(DOMAINS))
    for domain in DOMAINS:
        for schema, factor in ((REAL_TRAJECTORIES, 4), (AMPLIFIED_TRAJECTORIES, 1)):
            batches = (
                pa.Table.from_pylist(rows, schema=schema.arrow_schema).combine_chunks().to_batches()[0]
                for rows in _rows(draw, words, domain, each * factor, is_real=factor == 4)
            )
            lake.write(schema, domain, batches)
    return lake


def _rows(
    draw: random.Random, words: list[str], domain: str, count: int, *, is_real: bool
) -> Iterator[list[dict[str, object]]]:
    for start in range(0, count, _PARTLY):
        yield [
            trajectory_to_row(_trajectory(draw, words, domain, is_real=is_real))
            for _ in range(min(_PARTLY, count - start))
        ]


def _trajectory(draw: random.Random, words: list[str], domain: str, *, is_real: bool) -> Trajectory:
    turns = tuple(_turn(draw, words, index, is_real=is_real) for index in range(draw.randrange(1, 6)))
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
        "" if is_real else f"{draw.randrange(3):032x}",
        turns,
    )


def _turn(draw: random.Random, words: list[str], index: int, *, is_real: bool) -> Turn:
    code = "".join(draw.choices(words, k=140))
    seen = Observation(draw.choice(_LABELS), "function", code[:400].encode())
    if is_real:
        return Turn(index, code[:300], Candidate(code), seen)
    truth = seen if draw.random() < 0.9 else Observation(draw.choice(_LABELS), "function", b"otherwise")
    source = Source.VERIFIED
    return Turn(index, code[:300], Candidate(code), seen, source, confidence=draw.random(), verification=truth)

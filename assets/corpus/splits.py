"""Which part of the corpus a task belongs to: drawn from its name alone, before anything is generated for it.

All rows of a task, whoever wrote them, stand in one part. A benchmark's tasks stand in none that is trained on.
"""

import hashlib
from enum import StrEnum

from assets.seeds.purposes import Purpose

HELD_OUT = 0.05
"""Share of the tasks in each of the two parts that are not for training."""


class CorpusSplit(StrEnum):
    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"
    BENCHMARK = "benchmark"


def split_of(task: str, purpose: Purpose) -> CorpusSplit:
    """`task` is a seed's id, or the name of a cluster of seeds that are one task."""
    if purpose is Purpose.EVALUATE:
        return CorpusSplit.BENCHMARK
    drawn = int.from_bytes(hashlib.sha256(f"corpus split {task}".encode()).digest()[:7]) / (1 << 56)
    if drawn < HELD_OUT:
        return CorpusSplit.TEST
    return CorpusSplit.VALIDATION if drawn < 2 * HELD_OUT else CorpusSplit.TRAIN

"""What cleaning needs of each program's tokens: its MinHash signature, and the held-out text that it holds.

A program is lexed once, and many are shared out over processes: lexing is pure Python, half a millisecond a program.
"""

import multiprocessing
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from assets.corpus.code_tokens import code_tokens
from assets.corpus.contamination import Contamination
from assets.corpus.near_duplicates import Program, signature_of

_FEW, _BATCH = 4_000, 1_000
"""Programs that one process reads in the time that others take to start."""


class Reading(NamedTuple):
    """`signature` is MinHash's, `held` the held-out text's name, "" where there is none."""

    signature: bytes
    held: str


def readings(programs: Iterable[Program], contamination: Contamination) -> Mapping[Program, Reading]:
    """By program. The same whatever the number of processes."""
    distinct = list(dict.fromkeys(programs))
    if len(distinct) <= _FEW:
        return dict(zip(distinct, _read(distinct, contamination), strict=True))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context, _keep, (contamination,)) as pool:
        read = pool.map(_read_kept, [distinct[start : start + _BATCH] for start in range(0, len(distinct), _BATCH)])
        return dict(zip(distinct, (one for batch in read for one in batch), strict=True))


def _read(programs: Sequence[Program], contamination: Contamination) -> list[Reading]:
    lexed = (code_tokens(*program) for program in programs)
    return [Reading(signature_of(tokens), contamination.of_tokens(tokens)) for tokens in lexed]


_kept: list[Contamination] = []
"""Of a process that reads for others."""


def _keep(contamination: Contamination) -> None:
    _kept[:] = [contamination]


def _read_kept(programs: Sequence[Program]) -> list[Reading]:
    return _read(programs, _kept[0])

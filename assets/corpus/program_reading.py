"""What cleaning needs of each program's tokens: its MinHash signature, and the held-out text that it holds.

A program is lexed once, and many are shared out over processes: lexing is pure Python, half a millisecond a program.
"""

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import NamedTuple

from assets.corpus.code_tokens import code_tokens
from assets.corpus.contamination import Contamination
from assets.corpus.near_duplicates import Program, signature_of

_FEW, _BATCH = 4_000, 1_000
"""Programs that one process reads in the time that others take to start."""
_AHEAD = 3
"""Batches that wait for each process: programs that nobody reads yet are held in memory."""


class Reading(NamedTuple):
    """`signature` is MinHash's, `held` the held-out text's name, "" where there is none."""

    signature: bytes
    held: str


def readings(programs: Iterable[Program], contamination: Contamination) -> Iterator[Reading]:
    """One for each, in order. The same whatever the number of processes."""
    waiting = iter(programs)
    few = list(islice(waiting, _FEW + 1))
    if len(few) <= _FEW:
        yield from _read(few, contamination)
        return
    processes = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _keep, (contamination,)) as pool:
        asked: deque[Future[list[Reading]]] = deque()
        for batch in _batches(chain(few, waiting)):
            asked.append(pool.submit(_read_kept, batch))
            if len(asked) >= _AHEAD * processes:
                yield from asked.popleft().result()
        while asked:
            yield from asked.popleft().result()


def _batches(programs: Iterable[Program]) -> Iterator[list[Program]]:
    waiting = iter(programs)
    while batch := list(islice(waiting, _BATCH)):
        yield batch


def _read(programs: Sequence[Program], contamination: Contamination) -> list[Reading]:
    lexed = (code_tokens(*program) for program in programs)
    return [Reading(signature_of(tokens), contamination.of_tokens(tokens)) for tokens in lexed]


_kept: list[Contamination] = []
"""Of a process that reads for others."""


def _keep(contamination: Contamination) -> None:
    _kept[:] = [contamination]


def _read_kept(programs: Sequence[Program]) -> list[Reading]:
    return _read(programs, _kept[0])

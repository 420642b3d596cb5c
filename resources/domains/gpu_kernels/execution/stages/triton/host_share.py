"""What host code did to values, where kernels are to do it: read them one by one, or move them to their places.

Copies that keep the order of an argument, conversions, and copies whose values appear in no result are the host's
affair: an operand may be made contiguous or padded.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from resources.domains.gpu_kernels.execution.arrays import Array, UnreadableArrays, by_case, read_arrays
from resources.domains.gpu_kernels.execution.oracle import Trial
from resources.domains.gpu_kernels.execution.reference import Yardstick
from resources.domains.gpu_kernels.execution.stages.triton.report import Report

MOST_READS = 256
"""Values that host code may read in a run, beside what the reference reads: lengths and counters."""
_RUN = 8
_LEAST_DISTINCT = 4
_SHARE = 0.5
_WORDS = (1, 2, 4)
"""Sizes of the parts of elements that are followed, in bytes."""
Values = npt.NDArray[Any]


def most_reads(yardstick: Yardstick) -> int:
    return MOST_READS + 2 * yardstick.reads


def work_of_host(report: Report, moved: bytes, trial: Trial, yardstick: Yardstick) -> str:
    """What the host did instead of a kernel; "" where it did nothing of the kind."""
    most = most_reads(yardstick)
    if report.reads > most:
        return f"host code reads more than {most} values; kernels are to do the work"
    if report.overfull:
        return "host code copies more than an operand's worth; kernels are to do the work"
    try:
        copies = by_case(read_arrays(moved), len(trial.expected))
    except UnreadableArrays:
        return "what host code copied could not be read"
    for case, parts in enumerate(copies):
        arguments, expected = _arguments(trial, case), trial.expected[case]
        rules = (_results_are_in, _words_are_in, _reordered)
        if parts and any(is_moved(parts, arguments, expected) for is_moved in rules):
            return f"{trial.describe(case)}: host code moves the values of the result; kernels are to move them"
    return ""


def _results_are_in(parts: Sequence[Array], arguments: Sequence[Array], expected: Sequence[Array]) -> bool:
    """Whether the host's copies have much of a result: its runs of values, which no argument has in this order."""
    for result in expected:
        new = _new_runs(result, arguments)
        if not new.size:
            continue
        values = _all_bits(arguments, result.dtype)
        held = [part for part in parts if _is_of(part, values, result.dtype)]
        had = np.concatenate([_runs(part.values.ravel(), result.dtype) for part in held] or [new[:0]])
        if np.isin(new, had).sum() >= _SHARE * new.size:
            return True
    return False


def _new_runs(result: Array, arguments: Sequence[Array]) -> Values:
    """The result's runs that no argument has; none where most of them are an argument's."""
    runs = _runs(result.values.ravel(), result.dtype)
    wanted = np.unique(runs[_telling(result.values.ravel())] if runs.size else runs)
    given = [_runs(item.values.ravel(), result.dtype) for item in arguments]
    new = wanted[~np.isin(wanted, np.concatenate([*given, wanted[:0]]))]
    return new if new.size >= _SHARE * wanted.size else new[:0]


def _all_bits(arguments: Sequence[Array], dtype: str) -> Values:
    return np.concatenate([_bits(item.values.ravel(), dtype) for item in arguments] or [np.zeros(0, np.uint64)])


def _words_are_in(parts: Sequence[Array], arguments: Sequence[Array], expected: Sequence[Array]) -> bool:
    """The same of a result's halves and bytes, where the result consists of values of the arguments: a kernel that
    only puts parts of elements together has moved nothing either."""
    for result in expected:
        if not result.values.size or not _is_of(result, _all_bits(arguments, result.dtype), result.dtype):
            continue
        for width in (width for width in _WORDS if width < _stored(result).itemsize):
            given = [runs for item in arguments for runs in map(_word_runs, _planes(item, width))]
            had = [_word_runs(words) for part in parts for words in (*_planes(part, width), *_converted(part, width))]
            if any(_has_new(plane, given, had) for plane in _planes(result, width)):
                return True
    return False


def _reordered(parts: Sequence[Array], arguments: Sequence[Array], expected: Sequence[Array]) -> bool:
    """Whether the host has put arguments' values into another order, whichever, where the results are nothing else
    than such values in another order: a kernel that undoes a simple step of it has moved nothing either."""
    rearranged = [result for result in expected if _is_rearranged(result, arguments)]
    if not rearranged:
        return False
    moved = sum(part.values.size for part in parts if _breaks_order(part, arguments))
    smallest = min(int(result.values.size) for result in rearranged)
    return moved >= _SHARE * smallest


def _is_rearranged(result: Array, arguments: Sequence[Array]) -> bool:
    return _new_runs(result, arguments).size > 0 and _is_of(result, _all_bits(arguments, result.dtype), result.dtype)


def _breaks_order(part: Array, arguments: Sequence[Array]) -> bool:
    """Whether neighbours of a copy are seldom neighbours in an argument. Zeros are padding."""
    words = _bits(part.values.ravel(), part.dtype)
    width = _stored(part).itemsize
    given = [_bits(item.values.ravel(), part.dtype) for item in arguments]
    given += [plane.astype(np.uint64) for item in arguments for plane in _planes(item, width)]
    known = np.unique(np.concatenate([*given, words[:0]]))
    first, second = words[:-1], words[1:]
    telling = (first != second) & (first != 0) & (second != 0) & np.isin(first, known) & np.isin(second, known)
    if telling.sum() <= _SHARE * max(1, int(np.count_nonzero(words))) or telling.sum() < _RUN:
        return False
    pairs = np.concatenate([_pairs(item[:-1], item[1:]) for item in given])
    kept = np.isin(_pairs(first[telling], second[telling]), pairs)
    return bool(kept.mean() < _SHARE)


def _pairs(first: Values, second: Values) -> Values:
    return np.asarray(first * np.uint64(0x9E3779B97F4A7C15) + second)


def _has_new(plane: Values, given: Sequence[Values], had: Sequence[Values]) -> bool:
    runs = _word_runs(plane)
    wanted = np.unique(runs[_telling(plane)] if runs.size else runs)
    new = wanted[~np.isin(wanted, np.concatenate([*given, wanted[:0]]))]
    if not new.size or new.size < _SHARE * wanted.size:
        return False
    return bool(np.isin(new, np.concatenate([*had, wanted[:0]])).sum() >= _SHARE * new.size)


def _stored(item: Array) -> Values:
    """The elements as they are in memory: bfloat16 was widened."""
    flat = np.ascontiguousarray(item.values).ravel()
    return (flat.view(np.uint32) >> 16).astype(np.uint16) if item.dtype == "bfloat16" else flat


def _planes(item: Array, width: int) -> Sequence[Values]:
    """The elements' words of `width` bytes: the first of each, the second of each, and all in a row."""
    stored = _stored(item)
    if stored.itemsize < width:
        return []
    words = stored.view(f"u{width}")
    count = stored.itemsize // width
    return [words, *(words[place::count] for place in range(count))] if count > 1 else [words]


def _converted(item: Array, width: int) -> Sequence[Values]:
    """Words that were made wider numbers."""
    values = item.values.ravel()
    with np.errstate(invalid="ignore", over="ignore"):
        whole = values.astype(np.int64)
        wider = values.dtype.itemsize > width and (whole == values).mean() > _SHARE
        planes = [whole.astype(f"u{width}")] if wider else []
        halves = width == 2 and values.dtype in (np.float32, np.float64)
        return [*planes, values.astype(np.float16).view(np.uint16)] if halves else planes


def _word_runs(words: Values) -> Values:
    return _runs(words, str(words.dtype))


def _is_of(part: Array, values: Values, dtype: str) -> bool:
    """Whether a copy's values are the arguments' own: results of arithmetic may be copied."""
    return bool(np.isin(_bits(part.values.ravel(), dtype), values).mean() > _SHARE)


def _runs(values: Values, dtype: str) -> Values:
    """A hash of each run of consecutive elements."""
    if values.size < _RUN:
        return np.zeros(0, np.uint64)
    bits, count = _bits(values, dtype), values.size - _RUN + 1
    factors = np.random.default_rng(0).integers(1, 1 << 63, _RUN, dtype=np.uint64) | np.uint64(1)
    hashes = np.zeros(count, np.uint64)
    for place in range(_RUN):
        hashes += bits[place : place + count] * factors[place]
    return hashes


def _telling(values: Values) -> Values:
    """Which runs have values that are not nearly all alike."""
    windows = np.sort(np.lib.stride_tricks.sliding_window_view(values, _RUN), axis=1)
    return np.asarray((windows[:, 1:] != windows[:, :-1]).sum(axis=1) + 1 >= _LEAST_DISTINCT)


def _bits(values: Values, dtype: str) -> Values:
    """The elements as the result would hold them, as numbers that compare bit by bit."""
    with np.errstate(invalid="ignore", over="ignore"):
        cast = values.astype(np.float32 if dtype == "bfloat16" else np.dtype(dtype))
    width = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[cast.dtype.itemsize]
    return np.ascontiguousarray(cast).view(width).astype(np.uint64)


def _arguments(trial: Trial, case: int) -> list[Array]:
    """A case's tensors in their logical order."""
    storages = read_arrays(trial.files["tensors.safetensors"])
    described: Sequence[Mapping[str, Any]] = json.loads(trial.files["arguments.json"])[case]
    return [_viewed(item, storages[item["tensor"]]) for item in described if "tensor" in item]


def _viewed(item: Mapping[str, Any], flat: Array) -> Array:
    size = flat.values.itemsize
    strides = [stride * size for stride in item["stride"]]
    return Array(
        flat.dtype,
        np.lib.stride_tricks.as_strided(flat.values[item["offset"] :], item["size"], strides, writeable=False),
    )

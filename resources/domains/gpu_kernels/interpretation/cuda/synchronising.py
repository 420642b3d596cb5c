"""What orders the threads of a CUDA program, or lets them see each other's values: barriers, shuffles and votes."""

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.places import Places
from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.cuda.values import Value, cast
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, INT32, UINT32, Array

BARRIERS = ("__syncthreads", "__syncthreads_count", "__syncthreads_or", "__syncthreads_and")


def barrier(machine: Places, name: str, given: list[Value], mask: Array) -> Value:
    threads = threads_of(machine)
    there = np.bincount(threads.in_block[mask], minlength=threads.blocks)
    alive = np.bincount(threads.in_block[~machine.exited], minlength=threads.blocks)
    if ((there != 0) & (there != alive)).any():
        raise raised("a barrier that not all threads come to")
    threads.clock += 1
    threads.barrier[mask] = threads.clock
    if not given:
        return Value(np.int32(0), "void")
    holds = np.broadcast_to(cast(given[0], BOOL).data, mask.shape) & mask
    counts = np.bincount(threads.in_block[holds], minlength=threads.blocks)
    if name.endswith("_count"):
        return Value(counts[threads.in_block].astype(np.int32), INT32)
    result = counts > 0 if name.endswith("_or") else counts == there
    return Value(result[threads.in_block].astype(np.int32), INT32)


def sync_warps(machine: Places, mask: Array) -> None:
    threads = threads_of(machine)
    threads.clock += 1
    threads.warp_sync[mask] = threads.clock


def shuffled(machine: Places, name: str, given: list[Value], mask: Array) -> Value:
    threads = threads_of(machine)
    if threads.of_a_block % 32 or len(given) != 3:
        raise unknown("a shuffle")
    value, by = given[1], np.broadcast_to(np.asarray(given[2].data).astype(np.int64), mask.shape)
    value.plain  # noqa: B018  refuses addresses and structs
    lane = threads.number % 32
    kind = name.removeprefix("__shfl").removesuffix("_sync")
    wanted = {"_up": lane - by, "_down": lane + by, "_xor": lane ^ by, "": by % 32}[kind]
    inside = (wanted >= 0) & (wanted < 32)
    source = np.where(inside, threads.number - lane + wanted, threads.number)
    if not mask[source[mask]].all():
        raise raised("a shuffle with a thread that is not there")
    sync_warps(machine, mask)
    return Value(np.broadcast_to(value.data, mask.shape)[source], value.kind)


def voted(machine: Places, name: str, given: list[Value], mask: Array) -> Value:
    threads = threads_of(machine)
    if threads.of_a_block % 32 or len(given) != 2:
        raise unknown("a vote")
    holds = (np.broadcast_to(cast(given[1], BOOL).data, mask.shape) & mask).reshape(-1, 32)
    bits = (holds.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=1).astype(np.uint32)
    sync_warps(machine, mask)
    if name == "__ballot_sync":
        return Value(np.repeat(bits, 32), UINT32)
    full = (mask.reshape(-1, 32) <= holds).all(axis=1) if name == "__all_sync" else bits != 0
    return Value(np.repeat(full, 32).astype(np.int32), INT32)


def threads_of(machine: Places) -> Threads:
    if machine.threads is None:
        raise refused("a thread's name in host code")
    return machine.threads

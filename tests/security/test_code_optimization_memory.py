"""What built-in kernels are given: memory between closed pages, and inputs that are const.

Each candidate is the baseline behind a function that asks it, gives its answer, and does one thing more.
"""

import functools
import re

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.backend import AssemblyBackend
from resources.domains.code_optimization.cheats import behind
from resources.domains.code_optimization.seeds.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

SEEDS = {seed.seed_id.removeprefix("builtin/"): seed for seed in builtin_seeds()}
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8")


@functools.cache
def backend() -> AssemblyBackend:
    return AssemblyBackend(make_sandbox())


def outcome(kernel: str, more: str) -> Observation:
    """The baseline's answer, and then `more` with the call's arguments in their registers again."""
    bundle = bundle_from_seed(SEEDS[kernel])
    kept = "".join(f"\tpushq %{name}\n" for name in ARGUMENTS)
    restored = "".join(f"\tpopq %{name}\n" for name in reversed(ARGUMENTS))
    body = f"{kept}\tcall honest_@@\n{restored}\tmovq %rax, %r8\n\t{more}\n\tmovq %r8, %rax\n\tret\n"
    return backend().execute(bundle, Candidate(behind(bundle, body)))


BESIDE = {
    "a word behind the words": ("popcount_words", "movl (%rdi,%rsi,4), %ecx"),
    "a word before the words": ("popcount_words", "movl -4(%rdi), %ecx"),
    "a vector over the end": ("gcd_pairs", "movdqu -12(%rdi,%rsi,4), %xmm0"),
    "a store behind": ("reverse_bits", "movb $0, (%rdi,%rsi,4)"),
    "a letter behind the text": ("fnv1a_hash", "movb 1(%rdi,%rsi), %cl"),
    "a letter before the text": ("longest_run", "movb -1(%rdi), %cl"),
    "a store behind the result": ("base64_encode", "movb $0, (%rdi,%r8)"),
    "a mark behind the marks": ("prime_sieve", "movb $1, (%rdi,%rsi)"),
    "a store into other pages": ("knapsack", "movl $0, 65536(%rdi)"),
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_lies_beside_is_closed(name: str) -> None:
    seen = outcome(*BESIDE[name])
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text


CONST = {
    "a word": ("popcount_words", "testq %rsi, %rsi\n\tje 1f\n\tincl (%rdi)\n1:"),
    "the last word": ("murmur_mix", "testq %rsi, %rsi\n\tje 1f\n\tnotl -4(%rdi,%rsi,4)\n1:"),
    "the zero behind a text": ("expression_value", "movb $32, (%rdi)"),
    "what is sorted": ("binary_search", "incl (%rdi)"),
    "one of two": ("knapsack", "testq %rdx, %rdx\n\tje 1f\n\tincl (%rsi)\n1:"),
    "a field": ("life_generation", "imulq %rcx, %rdx\n\ttestq %rdx, %rdx\n\tje 1f\n\txorb $1, (%rsi)\n1:"),
}


@pytest.mark.parametrize("name", CONST)
def test_what_is_const_stays_as_it_is(name: str) -> None:
    seen = outcome(*CONST[name])
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert re.search(r"got '(a const argument was changed|\d+)\\n'", seen.text)


def test_a_const_input_that_is_put_back_was_not_changed() -> None:
    seen = outcome("popcount_words", "testq %rsi, %rsi\n\tje 1f\n\tnotl (%rdi)\n\tnotl (%rdi)\n1:")
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize(
    ("kernel", "most"), [("popcount_words", 256), ("fnv1a_hash", 4096), ("quick_sort", 1000), ("edit_distance", 200)]
)
def test_an_answer_for_small_sizes_alone_is_wrong(kernel: str, most: int) -> None:
    """Right on all that is shown, and on all that is measured."""
    bundle = bundle_from_seed(SEEDS[kernel])
    body = f"\tcmpq ${most}, %rsi\n\tja .Llarge\n\tjmp honest_@@\n.Llarge:\n\txorl %eax, %eax\n\tret\n"
    seen = backend().execute(bundle, Candidate(behind(bundle, body)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "held-back test" in seen.text

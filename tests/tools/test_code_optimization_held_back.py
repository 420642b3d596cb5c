"""What a held-back test's crash tells, what registers tell of a timed run, and promises that guards did not watch."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.domain import DOMAIN
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

SEEDS = {seed.seed_id: seed for seed in DOMAIN.builtin_seeds()}
BUNDLE = bundle_from_seed(SEEDS["builtin/popcount_words"])


def seen(first: str) -> Observation:
    """Of the reference with these lines at its beginning."""
    label = "popcount_words:\n"
    assert label in BUNDLE.reference
    return DOMAIN.backend(make_sandbox()).execute(BUNDLE, Candidate(BUNDLE.reference.replace(label, label + first, 1)))


def test_a_crash_in_a_held_back_test_tells_no_place() -> None:
    traps = "".join(f"\tcmpl ${value}, %eax\n\tje .Ltrap{value}\n" for value in range(16))
    ends = "".join(f".Ltrap{value}:\n\tud2\n" for value in range(16))
    text = f"\tcmpq $64, %rsi\n\tjb .Lhonest\n\tmovl %esi, %eax\n\tandl $15, %eax\n{traps}{ends}.Lhonest:\n"
    found = seen(text)
    assert found.outcome is Outcome.RUNTIME_ERROR
    assert found.text.startswith("held-back test")
    assert "ended by signal 4\n" in found.text
    assert "kernel.s" not in found.text


@pytest.mark.parametrize("register", ["xmm0", "xmm7", "xmm15"])
def test_vectors_do_not_tell_a_timed_run_from_a_test(register: str) -> None:
    """The slow path is taken where the register is empty: in no run, so that times are the baseline's."""
    wait = "\tmovl $20000, %eax\n.Lwait:\n\tsubl $1, %eax\n\tjne .Lwait\n"
    found = seen(f"\tmovq %{register}, %rax\n\ttestq %rax, %rax\n\tjne .Lquick\n{wait}.Lquick:\n")
    assert found.outcome is Outcome.PASS, found.text
    assert found.timings["speedup"] > 0.5


def test_what_a_newer_processor_runs_otherwise_is_refused() -> None:
    found = seen("\tmovl $1, %eax\n\trep; bsr %eax, %eax\n")
    assert found.outcome is Outcome.REJECTED
    assert "lzcnt" in found.text


@pytest.mark.parametrize("place", [8, 16, 24, 32])
def test_the_callers_frame_is_watched(place: int) -> None:
    found = seen(f"\tmovq $0, {place}(%rsp)\n")
    assert found.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "popcount_words writes above its return address" in found.text

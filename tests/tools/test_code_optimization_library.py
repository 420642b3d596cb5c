"""The built-in kernels under real tools: baselines, references, line coverage, certification, cheats."""

import asyncio
import functools
import re
import runpy
import subprocess
from collections.abc import Mapping, Sequence

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import certify
from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, read_suite
from resources.domains.code_optimization.prediction.simulator.replay import compiled
from resources.domains.code_optimization.tasks.compilation import assembly_of
from resources.domains.code_optimization.tasks.library import (
    BASELINE,
    COMPILED_HARNESS,
    GENERATOR,
    HARNESS,
    HARNESS_HEADER,
    LIBRARY_ROOT,
    MOST,
    builtin_seeds,
)
from resources.domains.faults import apply_edits
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, Limits
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step
from resources.execution.sandbox.selection import make_sandbox

BASELINES_MADE_BY = "12.2."
each_seed = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)


@functools.cache
def sandbox() -> Sandbox:
    return make_sandbox()


@functools.cache
def backend() -> AssemblyBackend:
    return AssemblyBackend(sandbox())


@functools.cache
def gcc_version() -> str:
    return subprocess.run(("gcc", "-dumpfullversion"), capture_output=True, text=True, check=True).stdout


@each_seed
def test_reference_passes_its_model_and_the_empty_answer_does_not(seed: TaskSeed) -> None:
    """The expected outputs come from a model in Python, so this compares two independent programs."""
    bundle = bundle_from_seed(seed)
    seen = backend().execute(bundle, bundle.reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text
    assert seen.metrics["estimated_cycles"] > 5_000
    assert not backend().execute(bundle, DOMAIN.empty_candidate(bundle)).outcome.passed


@each_seed
def test_baseline_is_what_gcc_makes(seed: TaskSeed) -> None:
    if not gcc_version().startswith(BASELINES_MADE_BY):
        pytest.skip(f"the baselines were made by gcc {BASELINES_MADE_BY}x, here is {gcc_version().strip()}")
    found = assembly_of(sandbox(), LIBRARY_ROOT / str(seed.origin.path))
    assert found == {BASELINE: seed.reference, COMPILED_HARNESS: compiled(seed.files[HARNESS])}


WITHOUT_ROUNDS = b"""\
void rounds_begin(void *hidden, unsigned long bytes, unsigned long behind) {}
void kernel_begins(void) {}
void kernel_ended(void) {}
void round_over(void) {}
void rounds_end(void) {}
void lies_at(char *given, unsigned long bytes) {}
int is_other_than(const char *bytes, unsigned long count, unsigned char byte) { return 0; }
"""
"""What is closed and restored between rounds reaches no line of a kernel."""


COVERAGE_FLAGS = ("-O0", "--coverage", "-w")
LENGTHS = {"points": "points * points"}
"""How many elements an array of a function's has, where that is not an argument of its own."""
DEPTH = """\
static size_t depth(const char *text)
{
    size_t now = 0, most = 0;
    for (; *text; text++) {
        now += (*text == '(') - (*text == ')' && now);
        most = now > most ? now : most;
    }
    return most;
}
"""


def seen_of(what: str, arguments: Sequence[str]) -> str:
    """C that looks at what a limit of a prompt is about."""
    count = next((LENGTHS.get(name, name) for name in arguments if name in ("count", "length", "points")), "1")
    each = f"for (size_t k = 0; k < {count}; k++)"
    cases = {
        r"`(\w+)`": "see(number, {});",
        r"`(\w+\[k\])`": f"{each} see(number, {{}});",
        r"the sum of all `(\w+\[k\])`": f"unsigned long long total = 0; {each} total += {{}}; see(number, total);",
        r"letters of `(\w+)`": "see(number, strlen({}));",
        r"open parentheses of `(\w+)` that are inside of each other": "see(number, depth({}));",
    }
    return next(code.format(match[1]) for known, code in cases.items() if (match := re.fullmatch(known, what)))


def recorder(seed: TaskSeed, most: Mapping[str, int]) -> str:
    """A function in the kernel's place that looks at its arguments, says the most of each, and asks the kernel."""
    entry, prototype = seed.settings["entry"], seed.interface.strip().rstrip(";")
    arguments = re.findall(r"(\w+)\s*[,)]", prototype.partition(f"{entry}(")[2])
    looks = "".join(f"{{ int number = {number}; {seen_of(what, arguments)} }}" for number, what in enumerate(most))
    return f"""\
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
{DEPTH}
static unsigned long long most[{len(most)}];
static void see(int number, unsigned long long value) {{ most[number] = value > most[number] ? value : most[number]; }}
__attribute__((destructor)) static void tell(void)
{{
    for (int number = 0; number < {len(most)}; number++)
        fprintf(stderr, "most %d %llu\\n", number, most[number]);
}}
{prototype.replace(f"{entry}(", f"honest_{entry}(")};
{prototype}
{{
    {looks}
    return honest_{entry}({", ".join(arguments)});
}}
"""


@each_seed
def test_tests_reach_the_kernels_lines_and_each_limit_of_its_prompt(seed: TaskSeed) -> None:
    """What calls are given at most is what the prompt says: no more, and no less."""
    bundle = bundle_from_seed(seed)
    most = runpy.run_path(str(LIBRARY_ROOT / str(seed.origin.path) / GENERATOR))[MOST]
    tests = read_suite(bundle)
    files = {name: seed.files[name].encode() for name in (PROGRAM_FILE, HARNESS, HARNESS_HEADER)}
    files |= {f"{number}.in": test.input for number, test in enumerate(tests)}
    files |= {"rounds.c": WITHOUT_ROUNDS, "recorder.c": recorder(seed, most).encode()}
    entry = seed.settings["entry"]
    runs = " && ".join(f"./program <{number}.in 2>&1 >/dev/null" for number in range(len(tests)))
    steps = (
        Step("compile", ("gcc", *COVERAGE_FLAGS, f"-D{entry}=honest_{entry}", "-c", PROGRAM_FILE, "-o", "kernel.o")),
        Step("link", ("gcc", "--coverage", "-w", HARNESS, "rounds.c", "recorder.c", "kernel.o", "-o", "program")),
        Step("run", ("sh", "-c", runs)),
        Step("report", ("gcov", "-n", "kernel.o")),
    )
    done = sandbox().run(SandboxJob(steps, files, limits=Limits(cpu_s=20)))
    report, said = done.steps[-1].log.decode(), re.findall(r"most (\d+) (\d+)", done.steps[-2].log.decode())
    covered = re.search(rf"File '{PROGRAM_FILE}'\nLines executed:([\d.]+)%", report)
    assert covered is not None, report
    assert float(covered[1]) >= 95
    reached = [max(int(value) for which, value in said if int(which) == number) for number in range(len(most))]
    assert dict(zip(most, reached, strict=True)) == most


@pytest.mark.parametrize("name", ["popcount_words", "utf8_validate", "edit_distance"])
def test_kernels_certify(name: str) -> None:
    bundle = bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}"))
    with ExecutionPool(backend()) as pool:
        found = asyncio.run(certify(DOMAIN, bundle, pool.execute, 10))
    assert (found.certified, found.reason) == (True, "")
    assert found.cheats == found.cheats_caught > 30
    assert not found.weak


@pytest.mark.parametrize(
    "flags", [("-g",), ("-g3", "-gdwarf-4", "-ffunction-sections"), ("-Os", "-ggdb"), ("-gstabs+",)], ids=" ".join
)
def test_what_a_compiler_writes_for_a_debugger_changes_no_verdict(flags: tuple[str, ...]) -> None:
    bundle = bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == "builtin/knapsack"))
    command = ("gcc", "-O2", *flags, "-fno-pie", "-fcf-protection=none", "-S", PROGRAM_FILE, "-o", "kernel.s")
    job = SandboxJob(
        (Step("compile", command),), {PROGRAM_FILE: bundle.files[PROGRAM_FILE].encode()}, collect=("kernel.s",)
    )
    code = sandbox().run(job).files["kernel.s"].decode()
    assert ".debug_line" in code or ".stabs" in code
    seen = backend().execute(bundle, Candidate(code))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize(
    ("name", "kind", "faster"),
    [
        ("gcd_pairs", "second_copy_removed", True),
        ("longest_run", "branch_as_conditional_move", True),
        ("fnv1a_hash", "idle_instruction", False),
    ],
)
def test_rewrites_pass_and_some_are_estimated_faster(name: str, kind: str, faster: bool) -> None:
    bundle = bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}"))
    edit = next(edit for edit in DOMAIN.fault_injector().edits(bundle.reference) if edit.kind == kind)
    seen = backend().execute(bundle, Candidate(apply_edits(bundle.reference, [edit])))
    assert seen.outcome is Outcome.PASS, seen.text
    assert (seen.metrics["estimated_speedup"] > 1.02) == faster


def test_a_register_that_is_not_saved_is_found() -> None:
    """Without the guard, whether the harness's caller notices would be chance."""
    kinds = ("saving_dropped", "pops_swapped")
    found = [
        backend().execute(bundle_from_seed(seed), Candidate(apply_edits(seed.reference, [edit])))
        for seed in builtin_seeds()
        for edit in [edit for edit in DOMAIN.fault_injector().edits(seed.reference) if edit.kind in kinds][:1]
    ][:4]
    assert found
    assert all("does not restore" in seen.text or seen.outcome is Outcome.MEMORY_FAULT for seen in found)
    assert any("does not restore" in seen.text for seen in found)

"""Made C functions: what gcc makes of one of each family passes, and its C has no undefined behaviour on any input."""

import re

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, read_suite
from resources.domains.code_optimization.tasks.families import FAMILIES
from resources.domains.code_optimization.tasks.library import HARNESS, HARNESS_HEADER
from resources.domains.families import TaskFamily
from resources.execution.bundle import Limits
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import SandboxJob, Step
from tests.tools.kept_backends import backend_of
from tests.tools.test_code_optimization_library import WITHOUT_ROUNDS, recorder, sandbox

NUMBER = 3
SANITIZERS = ("-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@each_family
def test_a_reference_passes_the_tests_of_its_model(family: TaskFamily) -> None:
    """Expected outputs are of a model in Python, which knows nothing of the C text."""
    bundle = bundle_from_seed(family.draw(NUMBER))
    seen = backend_of("code_optimization").execute(bundle, bundle.reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text
    assert seen.metrics["estimated_cycles"] > 5_000


@each_family
def test_the_program_is_free_of_undefined_behaviour_and_its_tests_reach_each_limit(family: TaskFamily) -> None:
    """Under the sanitizers it ends, says what the model says, and is given at most what the prompt states."""
    seed = family.draw(NUMBER)
    (stated,) = re.findall(r"^At most: (.+)\.$", seed.prompt, re.MULTILINE)
    most = {name: int(value) for name, value in re.findall(r"(`\w+`) (\d+)", stated)}
    tests, entry = read_suite(bundle_from_seed(seed)), seed.settings["entry"]
    files = {name: seed.files[name].encode() for name in (PROGRAM_FILE, HARNESS, HARNESS_HEADER)}
    files |= {f"{number}.in": test.input for number, test in enumerate(tests)}
    files |= {"rounds.c": WITHOUT_ROUNDS, "recorder.c": recorder(seed, most).encode()}
    runs = "export ASAN_OPTIONS=detect_leaks=0; " + " && ".join(f"./program <{n}.in" for n in range(len(tests)))
    steps = (
        Step("compile", ("gcc", *SANITIZERS, f"-D{entry}=honest_{entry}", "-c", PROGRAM_FILE, "-o", "kernel.o")),
        Step("link", ("gcc", *SANITIZERS, HARNESS, "rounds.c", "recorder.c", "kernel.o", "-o", "program")),
        Step("run", ("sh", "-c", runs)),
    )
    done = sandbox().run(SandboxJob(steps, files, limits=Limits(cpu_s=60, memory_bytes=1 << 46)))
    log = done.steps[-1].log.decode()
    assert done.steps[-1].exit_code == 0, log[-2000:]
    assert [line for line in log.splitlines() if not line.startswith("most ")] == [
        test.stdout.strip() for test in tests
    ]
    said = re.findall(r"most (\d+) (\d+)", log)
    reached = [max(int(value) for which, value in said if int(which) == number) for number in range(len(most))]
    assert dict(zip(most, reached, strict=True)) == most

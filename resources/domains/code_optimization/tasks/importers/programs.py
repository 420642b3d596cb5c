"""From a C program with inputs to a seed: its baseline, what it prints, and which tests are shown.

Shared by the importers. What a set's files mean is each set's own module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.code_optimization.execution.rejection import reject
from resources.domains.code_optimization.execution.stages.build import DEFINES, build, build_harness
from resources.domains.code_optimization.execution.stages.profile import instructions, read_profile
from resources.domains.code_optimization.execution.stages.run import ended_well, measure, run_tests
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, ProgramTest, suite_text
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.tasks.compilation import CompilationFailed, baseline
from resources.domains.code_optimization.tasks.library import CANDIDATE_FILE, LIMITS, task_prompt
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import tier_of_size
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.job import Sandbox

MAXIMUM_TESTS = 24
MAXIMUM_INSTRUCTIONS = 20_000_000
"""Of a measured run: callgrind takes about 0.6 s for as many."""


class UnusableProgram(Exception):
    """The program cannot be a task here. The message says why."""


@dataclass(frozen=True)
class CProgram:
    """A program of a public set. `harness` are C files and headers beside it, none where it has its own main.

    `outputs` are what the set says it prints for each of `inputs`; None where only a run can tell. `measured` are
    inputs too, of which one is measured: the first whose run is not too long. `defines` are names, some with values,
    that the compiler is told.
    """

    seed_id: str
    title: str
    words: str
    program: str
    interface: str
    harness: Mapping[str, str]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...] | None
    measured: tuple[str, ...]
    standard: str
    origin: SeedOrigin
    tags: tuple[str, ...]
    defines: tuple[str, ...] = ()


def seed_of(sandbox: Sandbox, program: CProgram) -> TaskSeed:
    """The program's seed; unusable, with the reason, where the program does not compile or print what it should."""
    seed = TaskSeed(
        seed_id=program.seed_id,
        domain="code_optimization",
        title=program.title,
        prompt=task_prompt(program.words, program.program, ()),
        interface=program.interface,
        candidate_file=CANDIDATE_FILE,
        reference="",
        origin=program.origin,
        tier=tier_of_size(program.program),
        tags=program.tags,
        files={**program.harness, PROGRAM_FILE: program.program},
        limits=LIMITS,
    )
    try:
        return _completed(sandbox, program, seed)
    except (CompilationFailed, UnusableProgram, PermanentEnvironmentFailure) as error:
        return replace(seed, unusable=" ".join(str(error).split())[:300])


def _completed(sandbox: Sandbox, program: CProgram, seed: TaskSeed) -> TaskSeed:
    headers = {name: text for name, text in program.harness.items() if name.endswith(".h")}
    reference = baseline(sandbox, program.program, headers, standard=program.standard, defines=program.defines)
    entry = "main" if not program.harness else " ".join(_functions(reference))
    if not entry:
        raise UnusableProgram("the program defines no function that others can call")
    if findings := reject(reference):
        raise UnusableProgram(f"the baseline holds what is forbidden: {findings[0].what}")
    files = {**seed.files, SUITE_FILE: "[]"}
    settings = {"entry": entry, "standard": program.standard}
    if program.defines:
        settings[DEFINES] = " ".join(program.defines)
    bundle = EnvironmentBundle(
        seed.domain, seed.seed_id, "", "", CANDIDATE_FILE, reference, files, settings, seed.limits
    )
    tests = _suite(sandbox, bundle, program)
    return replace(
        seed,
        prompt=task_prompt(program.words, program.program, tests),
        reference=reference,
        files={**seed.files, SUITE_FILE: suite_text(tests)},
        settings=settings,
    )


def _functions(reference: str) -> Sequence[str]:
    return [name for name in parsed(reference).exported if f"{name}, @function" in reference]


def _suite(sandbox: Sandbox, bundle: EnvironmentBundle, program: CProgram) -> list[ProgramTest]:
    """Every other test is shown; the measured one is held back."""
    built = build(sandbox, bundle, bundle.reference.encode(), build_harness(sandbox, bundle))
    if built.program is None:
        raise UnusableProgram(f"the program does not link: {built.link_log.decode(errors='replace')[:200]}")
    measured = _measurable(sandbox, bundle, built.program, program.measured)
    inputs = list(dict.fromkeys((*program.inputs, measured)))
    printed = _printed(sandbox, bundle, built.program, inputs)
    if program.outputs is not None:
        _compare(dict(zip(program.inputs, program.outputs, strict=True)), dict(zip(inputs, printed, strict=True)))
    if len(set(printed)) < 2:
        raise UnusableProgram("all tests expect the same output")
    tests = [ProgramTest(text, output) for text, output in zip(inputs, printed, strict=True)]
    at = inputs.index(measured)
    rest = [replace(test, shown=number % 2 == 0) for number, test in enumerate(tests[:at] + tests[at + 1 :])]
    return [*rest, replace(tests[at], measured=True)]


def _measurable(sandbox: Sandbox, bundle: EnvironmentBundle, program: bytes, inputs: Sequence[str]) -> str:
    """The first input whose run is short enough to be measured for each candidate. Raises UnusableProgram."""
    for text in inputs:
        profile = read_profile(measure(sandbox, bundle, program, ProgramTest(text, "")).profile)
        if profile is not None and instructions(profile) <= MAXIMUM_INSTRUCTIONS:
            return text
    raise UnusableProgram(f"each run takes more than {MAXIMUM_INSTRUCTIONS} instructions")


def _printed(sandbox: Sandbox, bundle: EnvironmentBundle, program: bytes, inputs: Sequence[str]) -> list[str]:
    """What the baseline prints for each input. Raises UnusableProgram where a run does not end well."""
    runs = run_tests(sandbox, bundle, program, tuple(ProgramTest(text, "") for text in inputs))
    printed = []
    for number, step in enumerate(runs.steps):
        if not ended_well(step) or step.log_truncated:
            raise UnusableProgram(f"run {number} ends badly: {step.ended.value}, exit code {step.exit_code}")
        try:
            printed.append(step.log.decode())
        except UnicodeDecodeError:
            raise UnusableProgram(f"run {number} prints what is not UTF-8") from None
    return printed


def _compare(said: Mapping[str, str], printed: Mapping[str, str]) -> None:
    """White space at the end does not count: sets often trim it. Raises UnusableProgram."""
    for number, (text, expected) in enumerate(said.items()):
        if expected.rstrip() != printed[text].rstrip():
            raise UnusableProgram(f"the program prints something else than pair {number} says")

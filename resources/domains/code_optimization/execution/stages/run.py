"""Running the linked program: on the test-suite, under callgrind, and in turn with the baseline. Judged elsewhere.

A fresh process for each run, started with the kernel closed to it by the runner, our program that is compiled once
for a process (`support/runner.c`). Only inputs are laid beside the program. stdout is the sandbox step's log, which
the engine reads while it runs; stderr goes to a file that serves diagnostics alone. The first test that ends badly
ends the job; what a bad end means is `judging`.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from resources.domains.code_optimization.execution.stages.build import PROGRAM
from resources.domains.code_optimization.execution.stages.rivals import Rivals
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing, TransientEnvironmentFailure
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step, StepResult

RUNNER = "runner"
_SOURCE = Path(__file__).parent.parent / "support" / "runner.c"
_LIMITS = Limits(wall_s=60.0, cpu_s=20)
_TOOL_NAME = "callgrind-amd64-linux"
_TOOL_FOLDERS = (
    *("/usr/libexec/valgrind", "/usr/lib/valgrind", "/usr/lib/x86_64-linux-gnu/valgrind"),
    *("/usr/lib64/valgrind", "/usr/local/libexec/valgrind"),
)
_made: list[bytes] = []
_guard = threading.Lock()


def runner(sandbox: Sandbox) -> bytes:
    """The runner's program. Raises PermanentEnvironmentFailure where it does not compile."""
    with _guard:
        if not _made:
            _made.append(_compiled(sandbox))
        return _made[0]


def _compiled(sandbox: Sandbox) -> bytes:
    command = ("gcc", "-O2", "-w", "-static", "-o", RUNNER, "runner.c")
    files = {"runner.c": _SOURCE.read_bytes()}
    result = sandbox.run(SandboxJob((Step("compile", command),), files, collect=(RUNNER,), limits=_LIMITS))
    if RUNNER not in result.files:
        log = result.steps[0].log.decode(errors="replace").strip()[-500:]
        raise PermanentEnvironmentFailure(f"the runner of programs does not compile: {log}")
    return result.files[RUNNER]


def callgrind() -> str:
    """The tool itself: `valgrind` only executes it, and the runner leaves one exec open. Raises ToolMissing."""
    tool = next((path for folder in _TOOL_FOLDERS if (path := Path(folder, _TOOL_NAME)).is_file()), None)
    if tool is None:
        raise ToolMissing(f"{_TOOL_NAME} is in none of {', '.join(_TOOL_FOLDERS)}: `apt-get install valgrind`")
    return str(tool)


RUN, JUDGE, STEP = "run", "judge", "step"
TRACE, WATCH = "trace", "watch"
"""As JUDGE, and the kernel's path is told: each instruction, or those at some moments (`support/apart_path.c`)."""
NOT_TRACED = 124
"""What a program exits with that cannot run its kernel in a process of its own (`support/apart.c`)."""
NO_ROOM = 122
"""And one that got no memory or process for it."""
TOO_MANY = 123
"""And one whose kernel is called too often to be judged there to the end."""
_NO_TRACING = "this machine or its container does not let a program trace its own child (ptrace, seccomp)"
_NOT_TRACED_ONCE = "a program got no process for its kernel: is memory short?"
_ROUNDS = "rounds_begin("
ERRORS = "errors"
PROFILE = "callgrind.out"
_FLOOR = "floor"
_DRAWN_FROM = 4
"""So many of the shortest: an instruction that is followed takes some 70 microseconds on a virtual machine."""
_OUTPUT_BYTES = 1 << 20
_ERRORS_BYTES = 64 << 10
_PROFILE_BYTES = 16 << 20
_RUNS = 40
_BOUNDED = 3
"""Pairs of runs of a test, up to the first that shows the candidate no slower than the runner's bound."""
_COMPARED_MS = 1500
"""No new pair of runs is started after so long, beyond the first sixteen."""
_PROFILED = 10
"""Times a test's own limit: callgrind takes about fifty times as long as the program, and a test a few milliseconds."""
_CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64")
"""Simulated caches are these on every machine."""
_CALLGRIND = (
    *("-q", "--vgdb=no", "--tool=callgrind", f"--callgrind-out-file={PROFILE}", "--dump-instr=yes"),
    *("--compress-pos=no", "--skip-plt=no", "--cache-sim=yes", "--branch-sim=yes", *_CACHES),
)


@dataclass(frozen=True)
class FollowedRun:
    """A test by its number once more, with a signal at each instruction or, where the kernel has a process of its own,
    followed through each there; `errors` is its stderr."""

    number: int
    step: StepResult
    errors: bytes


@dataclass(frozen=True)
class TestRuns:
    """One step for each test, in the suite's order; `errors` is the stderr of the last that ran. `followed` are runs
    where all tests ended well."""

    steps: tuple[StepResult, ...]
    errors: bytes
    followed: tuple[FollowedRun, ...] = ()

    __test__ = False


@dataclass(frozen=True)
class MeasuredRun:
    """The measured test under callgrind; `profile` is "" where it left none."""

    step: StepResult
    profile: str


@dataclass(frozen=True)
class ComparedRuns:
    """One step for each test at another place, up to the first that ended badly, and the stderr of the last of them.
    `paths` is the stderr of each place's watched run; `timed` are the pairs of runs, `bounded` those of each test."""

    steps: tuple[StepResult, ...]
    errors: bytes
    paths: tuple[bytes, ...]
    timed: StepResult
    bounded: tuple[StepResult, ...] = ()


def run_tests(
    sandbox: Sandbox, bundle: EnvironmentBundle, program: bytes, tests: tuple[ProgramTest, ...], draw: int = 0
) -> TestRuns:
    """Runs the suite up to the first run that ends badly. `draw` says which test is followed beside the first."""
    apart = has_rounds(bundle)
    how = JUDGE if apart else RUN
    steps = tuple(Step(f"test {number}", _command(how, number, test)) for number, test in enumerate(tests))
    followed = {number: f"{ERRORS}.{number}" for number in _followed(tests, draw, apart)}
    again = tuple(
        Step(f"follow {number}", (f"./{RUNNER}", TRACE if apart else STEP, _input(number), errors, f"./{PROGRAM}"))
        for number, errors in followed.items()
    )
    processes = (1 if all(test.exit_code == 0 for test in tests) else 2) + 2 * apart
    job = SandboxJob(
        (_prepare(), *steps, *again),
        _programs(sandbox, program) | {_input(number): test.input for number, test in enumerate(tests)},
        collect=(ERRORS, *followed.values()),
        collect_bytes=_ERRORS_BYTES,
        limits=_limits(bundle, processes),
        traces=apart,
    )
    result = sandbox.run(job)
    ran, then = result.steps[1 : 1 + len(tests)], result.steps[1 + len(tests) :]
    if apart and any(step.exit_code == NOT_TRACED for step in ran):
        raise PermanentEnvironmentFailure(_NO_TRACING)
    _look_for_a_process(apart, result.steps)
    runs = (
        FollowedRun(number, step, result.files.get(errors, b""))
        for (number, errors), step in zip(followed.items(), then, strict=True)
    )
    return TestRuns(ran, result.files.get(ERRORS, b""), tuple(runs))


def _look_for_a_process(apart: bool, steps: Sequence[StepResult]) -> None:
    """Raises TransientEnvironmentFailure where one of them had none for its kernel."""
    if apart and any(step.exit_code in (NOT_TRACED, NO_ROOM) for step in steps):
        raise TransientEnvironmentFailure(_NOT_TRACED_ONCE)


def _followed(tests: Sequence[ProgramTest], draw: int, apart: bool) -> tuple[int, ...]:
    """The first test and, where the kernel is apart, a short one that is held back, so that nobody knows which."""
    short = [number for number, test in enumerate(tests) if test.timed and not test.shown]
    short = sorted(short, key=lambda number: len(tests[number].stdin))[:_DRAWN_FROM]
    drawn = (short[draw % len(short)],) if apart and short else ()
    return tuple(number for number in (0, *drawn) if tests[number].exit_code == 0)


def measure(sandbox: Sandbox, bundle: EnvironmentBundle, program: bytes, test: ProgramTest) -> MeasuredRun:
    """Runs the measured test once more, under callgrind."""
    files = _programs(sandbox, program) | {_input(0): test.input}
    command = (f"./{RUNNER}", "profile", _input(0), PROFILE, callgrind(), *_CALLGRIND, f"./{PROGRAM}")
    limits = _limits(bundle, 1)
    job = SandboxJob(
        (_prepare(), Step("measure", command)),
        files,
        collect=(PROFILE,),
        collect_bytes=_PROFILE_BYTES,
        limits=replace(limits, cpu_s=_PROFILED * limits.cpu_s, wall_s=_PROFILED * limits.wall_s),
    )
    result = sandbox.run(job)
    return MeasuredRun(result.steps[1], result.files.get(PROFILE, b"").decode("ascii", "replace"))


def has_rounds(bundle: EnvironmentBundle) -> bool:
    """Whether the harness runs rounds, and so its kernel in a process of its own."""
    return any(_ROUNDS in text for name, text in bundle.files.items() if name.endswith((".c", ".h")))


def compare(
    sandbox: Sandbox,
    bundle: EnvironmentBundle,
    programs: Sequence[bytes],
    rivals: Rivals,
    stdin: bytes,
    elsewhere: Sequence[tuple[int, ProgramTest]] = (),
    draw: int = 0,
) -> ComparedRuns:
    """Tests of programs by their place in `programs`, what runs of each of them on `stdin`, and then baseline and
    candidate in turn on each of those tests and on that, place by place of their code, and the harness alone. Those
    steps' logs have nanoseconds, pair by pair. `draw` says which of them is followed and not watched. Raises
    TransientEnvironmentFailure where a run had no process for its kernel."""
    pairs = list(zip(rivals.baselines, programs, strict=True))
    compared = {
        f"{side}{place}": program for place, pair in enumerate(pairs) for side, program in zip("bc", pair, strict=True)
    }
    compared |= {_FLOOR: rivals.floor} if rivals.floor else {}
    inputs = {_input(number + 1): test.input for number, (_, test) in enumerate(elsewhere)}
    apart = has_rounds(bundle)
    own = [f"c{place}" for place in range(len(pairs))]
    tested = [
        Step(f"place {place}", (f"./{RUNNER}", JUDGE, _input(number + 1), ERRORS, f"./{own[place]}"))
        for number, (place, _) in enumerate(elsewhere)
    ]
    ways = [TRACE if place == draw % len(own) else WATCH for place in range(len(own))]
    watched = [
        Step(f"{how} {name}", (f"./{RUNNER}", how, _input(0), f"{ERRORS}.{name}", f"./{name}"), always=True)
        for name, how in zip(own, ways, strict=True)
    ]
    settings = (JUDGE if apart else "program", _input(0), str(_RUNS), str(_COMPARED_MS))
    timed = Step("compare", (f"./{RUNNER}", "compare", *settings, *(f"./{name}" for name in compared)), always=True)
    tests = {test.input: _input(number + 1) for number, (_, test) in enumerate(elsewhere)}
    bounds = [
        Step(f"bound {name}", (f"./{RUNNER}", "bound", JUDGE, name, str(_BOUNDED), "0", "./b0", "./c0"), always=True)
        for name in tests.values()
    ]
    limits = _limits(bundle, 2 + apart)
    job = SandboxJob(
        (Step("prepare", ("chmod", "755", RUNNER, *compared)), *tested, *(watched if apart else ()), *bounds, timed),
        {**compared, RUNNER: runner(sandbox), _input(0): stdin, **inputs},
        collect=(ERRORS, *(f"{ERRORS}.{name}" for name in own if apart)),
        collect_bytes=_ERRORS_BYTES,
        limits=replace(limits, wall_s=4 * limits.wall_s + 2 * _RUNS * limits.cpu_s),
        traces=apart,
    )
    result = sandbox.run(job)
    _look_for_a_process(apart, result.steps)
    paths = tuple(result.files.get(f"{ERRORS}.{name}", b"") for name in own)
    ran, bounded = result.steps[1 : 1 + len(tested)], result.steps[-1 - len(bounds) : -1]
    return ComparedRuns(ran, result.files.get(ERRORS, b""), paths, result.steps[-1], bounded)


def _programs(sandbox: Sandbox, program: bytes) -> dict[str, bytes]:
    return {PROGRAM: program, RUNNER: runner(sandbox)}


def _prepare() -> Step:
    return Step("prepare", ("chmod", "755", PROGRAM, RUNNER))


def _input(number: int) -> str:
    return f"{number:02}.in"


def _limits(bundle: EnvironmentBundle, processes: int) -> Limits:
    return replace(bundle.limits, processes=processes, log_bytes=_OUTPUT_BYTES)


def _command(how: str, number: int, test: ProgramTest) -> tuple[str, ...]:
    """A run that exits as expected is a step that exits with 0."""
    run = (f"./{RUNNER}", how, _input(number), ERRORS, f"./{PROGRAM}")
    if test.exit_code == 0:
        return run
    as_expected = f'[ "$code" -eq {test.exit_code} ] && exit 0; [ "$code" -eq 0 ] && exit 121; exit "$code"'
    return ("sh", "-c", f"{' '.join(run)}; code=$?; {as_expected}")


def ended_well(step: StepResult) -> bool:
    return step.ended is Ended.EXITED and step.exit_code == 0


def passes(test: ProgramTest, step: StepResult) -> bool:
    return ended_well(step) and step.log == test.stdout.encode()

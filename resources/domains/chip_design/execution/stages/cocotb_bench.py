"""Simulate with a cocotb bench: one sandbox job that links the candidate and runs Python inside vvp.

vvp is started with cocotb's VPI library itself, which saves the 100 ms of cocotb's runner. The interpreter that
runs this project is bound read-only into the sandbox. Verilog benches are `simulate`.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from resources.domains.chip_design.execution.log_text import normalise
from resources.domains.chip_design.execution.stages import cocotb_channel
from resources.domains.chip_design.execution.stages.analyse import COMPILER, DIRECTIVES, Surroundings
from resources.domains.chip_design.execution.stages.bench import Disguise, fresh_disguise
from resources.domains.chip_design.execution.stages.cocotb_channel import SECRET_VARIABLE
from resources.domains.chip_design.execution.stages.netlist import NETLIST
from resources.domains.chip_design.execution.stages.simulate import (
    NetlistRun,
    Simulation,
    SimulationLog,
    in_pairs,
    read_run,
    roomy,
)
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.profile import WORK

_SIMULATION = "simulation.vvp"
_CHANNEL = "verdict_channel"
SURROUNDINGS = Surroundings(b"`resetall\n`timescale 1ns/1ps\n")
"""cocotb's clocks cannot run at Icarus's own precision of 1 s; a candidate's `timescale still wins."""
_PYGPI_USERS = (
    f"{_CHANNEL}:install",
    "cocotb.logging:_configure",
    "cocotb._init:init_package_from_simulation",
    "cocotb.regression:_run_regression",
)
"""What cocotb starts with, and the channel before anything of cocotb or the bench has a stream to write to."""
_MESSAGE_COLUMN = 56

_TIME_COLUMN = re.compile(rb"^ *[-\d.]+[munpf]?s (?=[A-Z]+ )", re.MULTILINE)
_TABLE_ROW = re.compile(rb"^( *\*\* (?!TESTS=)\S+ +(?:PASS|FAIL|SKIP|STATUS)\b)[^\n]*", re.MULTILINE)
_TABLE_SUM = re.compile(rb"^( *\*\* TESTS=\d+ PASS=\d+ FAIL=\d+ SKIP=\d+)[^\n]*", re.MULTILINE)
_RULE = re.compile(rb"^[^\n]*\*{8,} *\n", re.MULTILINE)
_PATH = re.compile(rb"(?:/[\w.@+-]+)+/(?=[\w.-])")
_ABOUT_THE_RUN = re.compile(
    rb"^[^\n]*(?: Running on | Initialized cocotb |gpi_load_users|gpi_print_registered| interpreter at "
    rb"|vpi_iterate returned|Running tests|Seeding Python)[^\n]*\n",
    re.MULTILINE,
)
_ADDRESS = re.compile(rb" at 0x[0-9a-f]+")


@dataclass(frozen=True)
class _Python:
    """What the VPI library needs to start an interpreter, and the folders that hold it."""

    users: str
    library: Path
    folders: tuple[Path, ...]


@cache
def _python() -> _Python:
    """Raises ToolMissing where cocotb, or the interpreter's shared library, is not there."""
    try:
        import cocotb_tools.config as config
        import find_libpython
    except ImportError as error:
        raise ToolMissing("cocotb benches need the Python package `cocotb`") from error
    library = find_libpython.find_libpython()
    if library is None:
        raise ToolMissing("cocotb needs a shared libpython (`apt-get install libpython3-dev`, or --enable-shared)")
    folders = {Path(sys.prefix), Path(sys.base_prefix), Path(library).resolve().parent, Path(config.libs_dir).parent}
    kept = {folder for folder in folders if not folder.is_relative_to("/usr")}
    outer = {folder for folder in kept if not any(folder != other and folder.is_relative_to(other) for other in kept)}
    return _Python(f"{library};{config.pygpi_entry_point()}", Path(config.lib_entry("vpi", "icarus")), tuple(outer))


_NO_DUMPS = "-none"


@dataclass(frozen=True)
class CocotbRuns:
    """A bundle's cocotb bench, and where its candidates run. The verdict counts tests.

    Raises PermanentEnvironmentFailure where the bundle lacks its module.
    """

    sandbox: Sandbox
    bundle: EnvironmentBundle

    def __post_init__(self) -> None:
        module = self.bundle.settings.get("cocotb_module", "")
        if f"{module}.py" not in self.bundle.files:
            raise PermanentEnvironmentFailure(
                f"{self.bundle.seed_id}: no file {module}.py for the setting `cocotb_module`"
            )

    def simulate(self, code: bytes) -> Simulation:
        """Links the candidate and runs the bundle's module."""
        program = _Program(self.bundle.candidate_file, code)
        linked, run = self._run(self._steps(program), [program]).steps
        read = program.read(run.log)
        return Simulation(linked, run, normalise(linked.log), read.text, read.verdict, False)

    def collected(self, code: bytes, file: str) -> bytes | None:
        """What a run of the candidate leaves in `file`; None where it leaves nothing."""
        program = _Program(self.bundle.candidate_file, code)
        return self._run(self._steps(program, "-vcd"), [program], (file,)).files.get(file)

    def _steps(self, program: "_Program", dumps: str = _NO_DUMPS) -> tuple[Step, ...]:
        link = Step("link", (*_LINK, self.bundle.settings["top"], "-o", _SIMULATION, DIRECTIVES, program.file))
        return link, Step("simulate", program.run(_SIMULATION, dumps))

    def run_netlists(self, netlists: Sequence[str]) -> list[NetlistRun]:
        """The bench on each netlist, in one job."""
        top = self.bundle.settings["top"]
        programs = [_Program(f"netlist{index}_{NETLIST}", text.encode()) for index, text in enumerate(netlists)]
        steps = tuple(step for program in programs for step in program.steps(top))
        results = in_pairs(self._run(steps, programs).steps)
        return [program.shown(pair) for program, pair in zip(programs, results, strict=True)]

    def _run(
        self, steps: tuple[Step, ...], programs: Sequence["_Program"], collect: tuple[str, ...] = ()
    ) -> SandboxResult:
        python = _python()
        channel = Path(cocotb_channel.__file__).read_bytes()
        files = {name: text.encode() for name, text in self.bundle.files.items()}
        files |= {f"{_CHANNEL}.py": channel, DIRECTIVES: SURROUNDINGS.directives}
        for program in programs:
            files |= {program.file: program.code, program.secret: program.secrets}
        folders = {str(folder): folder for folder in python.folders}
        environment, limits = _environment(self.bundle, python), roomy(self.bundle.limits)
        return self.sandbox.run(SandboxJob(steps, files, environment, folders, collect, limits=limits))


_LINK = (*COMPILER, "-s")


@dataclass(frozen=True)
class _Program:
    """What one run simulates, and the secrets by which its bench speaks, in a file that is gone before it begins."""

    file: str
    code: bytes
    disguise: Disguise = field(default_factory=fresh_disguise)

    @property
    def secret(self) -> str:
        """The file's name."""
        return f"secret{self.disguise.suffix}"

    @property
    def secrets(self) -> bytes:
        return f"{self.disguise.nonce} {self.disguise.begins} {self.disguise.ends}".encode()

    def run(self, simulation: str, dumps: str = _NO_DUMPS) -> tuple[str, ...]:
        python = _python()
        return ("/usr/bin/env", f"{SECRET_VARIABLE}={self.secret}", *_VVP, str(python.library), simulation, dumps)

    def steps(self, top: str) -> tuple[Step, ...]:
        """Of a netlist: linked, and run."""
        simulation = f"{self.file}.vvp"
        link = (*_LINK, top, "-o", simulation, DIRECTIVES, self.file)
        return Step("netlist link", link, always=True), Step("netlist", self.run(simulation), always=True)

    def read(self, log: bytes) -> SimulationLog:
        """A report that was not made by this run's nonce is none."""
        read = read_run(log, self.disguise)
        return replace(read, text=normalise_cocotb(read.text))

    def shown(self, results: Sequence[StepResult]) -> NetlistRun:
        linked, run = results
        read = self.read(run.log)
        return NetlistRun(linked, run, normalise(linked.log) + read.text, read.verdict)


_VVP = ("vvp", "-n", "-m")


def _environment(bundle: EnvironmentBundle, python: _Python) -> dict[str, str]:
    return {
        "COCOTB_TEST_MODULES": bundle.settings["cocotb_module"],
        "COCOTB_TOPLEVEL": bundle.settings["top"],
        "TOPLEVEL_LANG": "verilog",
        "COCOTB_RANDOM_SEED": "1",
        "COCOTB_ANSI_OUTPUT": "0",
        "GPI_USERS": python.users,
        "PYGPI_USERS": ",".join(_PYGPI_USERS),
        "PYGPI_PYTHON_BIN": sys.executable,
        "PYTHONPATH": ":".join([WORK, *(path for path in sys.path if path.endswith("site-packages"))]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        # cocotb asks pytest to rewrite assertions; its installed plugins would be a second of imports for nothing.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


def normalise_cocotb(log: bytes) -> bytes:
    """Takes time columns, run times, paths, versions and addresses out of a cocotb log. Idempotent."""
    while (shorter := _shorter(log)) != log:
        log = shorter
    return log


def _shorter(log: bytes) -> bytes:
    """One pass; each substitution can only shorten, so passes come to an end."""
    text = _ABOUT_THE_RUN.sub(b"", log)
    text = _RULE.sub(b"", _TIME_COLUMN.sub(b"", text))
    text = _TABLE_SUM.sub(rb"\1", _TABLE_ROW.sub(rb"\1", text))
    text = re.sub(rb"^ {%d}" % _MESSAGE_COLUMN, b"  ", text, flags=re.MULTILINE)
    return normalise(_PATH.sub(b"", _ADDRESS.sub(b"", text)))

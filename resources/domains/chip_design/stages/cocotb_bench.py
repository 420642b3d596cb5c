"""Simulate with a cocotb bench: one sandbox job that links the candidate and runs Python inside vvp.

vvp is started with cocotb's VPI library itself, which saves the 100 ms of cocotb's runner. The interpreter that
runs this project is bound read-only into the sandbox. Verilog benches are `simulate`.
"""

import re
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from resources.domains.chip_design.log_text import normalise
from resources.domains.chip_design.stages.analyse import INTERNAL_LOG_BYTES
from resources.domains.chip_design.stages.simulate import Simulation
from resources.domains.chip_design.stages.verdict import Verdict
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step
from resources.execution.sandbox.profile import WORK

_SIMULATION = "simulation.vvp"
_OPTIONS = "options.f"
_TIMESCALE = b"+timescale+1ns/1ps\n"
"""cocotb's clocks cannot run at Icarus's own precision of 1 s; a candidate's `timescale still wins."""
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


def _environment(bundle: EnvironmentBundle, python: _Python, results: str) -> dict[str, str]:
    return {
        "COCOTB_TEST_MODULES": bundle.settings["cocotb_module"],
        "COCOTB_TOPLEVEL": bundle.settings["top"],
        "TOPLEVEL_LANG": "verilog",
        "COCOTB_RESULTS_FILE": results,
        "COCOTB_RANDOM_SEED": "1",
        "COCOTB_ANSI_OUTPUT": "0",
        "GPI_USERS": python.users,
        "PYGPI_PYTHON_BIN": sys.executable,
        "PYTHONPATH": ":".join([WORK, *(path for path in sys.path if path.endswith("site-packages"))]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }


def simulate_cocotb(sandbox: Sandbox, bundle: EnvironmentBundle, code: bytes, limits: Limits) -> Simulation:
    """Links the candidate and runs the bundle's cocotb module; its verdict counts tests.

    Raises PermanentEnvironmentFailure where the bundle lacks its module.
    """
    module = bundle.settings.get("cocotb_module", "")
    if f"{module}.py" not in bundle.files:
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: no file {module}.py for the setting `cocotb_module`")
    python, results = _python(), f"results_{secrets.token_hex(12)}.xml"
    job = SandboxJob(
        (
            Step("link", _link(bundle)),
            Step("simulate", ("vvp", "-n", "-m", str(python.library), _SIMULATION, "-none")),
        ),
        {name: text.encode() for name, text in bundle.files.items()}
        | {_OPTIONS: _TIMESCALE, bundle.candidate_file: code},
        _environment(bundle, python, results),
        {str(folder): folder for folder in python.folders},
        (results,),
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
    )
    result = sandbox.run(job)
    linked, run = result.steps
    run_log = normalise_cocotb(run.log).replace(results.encode(), b"results.xml")
    return Simulation(linked, run, normalise(linked.log), run_log, _verdict(result.files, results), False)


def _link(bundle: EnvironmentBundle) -> tuple[str, ...]:
    return (
        "iverilog",
        "-g2012",
        "-s",
        bundle.settings["top"],
        "-f",
        _OPTIONS,
        "-o",
        _SIMULATION,
        bundle.candidate_file,
    )


def _verdict(files: Mapping[str, bytes], results: str) -> Verdict:
    """Tests and failed tests of the results file; no report where it is missing or cut off."""
    if results not in files:
        return Verdict(0)
    try:
        root = ElementTree.fromstring(files[results])
    except ElementTree.ParseError:
        return Verdict(0)
    cases = list(root.iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    ran = [case for case in cases if case.find("skipped") is None]
    return Verdict(1, len(ran), len(failed))


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

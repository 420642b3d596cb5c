"""Whether a CVDP row's harness runs on Icarus and cocotb with one candidate file, and what it then consists of.

The harness's runner is read with `ast`, never executed.
"""

import ast
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from dotenv import dotenv_values

from resources.domains.chip_design.tasks.importers.verilog_source import VerilogText

RTL = (".v", ".sv")
HEADERS = (".vh", ".svh", ".h")
COMMERCIAL = re.compile(r"__VERIF_EDA_IMAGE__|\b(xrun|xcelium|vcs|questa|vsim|imc|jg|jaspergold)\b", re.IGNORECASE)
VARYING = frozenset(
    {"parameters", "plusargs", "defines", "includes", "build_args", "test_args", "extra_env", "testcase"}
)
HARMLESS_ARGUMENTS = frozenset({"-g2012", "-g2009", "-g2005-sv", "-Wall"})
KNOWN_VARIABLES = frozenset(
    {"SIM", "WAVE", "WAVES", "TOPLEVEL_LANG", "VERILOG_SOURCES", "TOPLEVEL", "MODULE", "PYTHONPATH", "HASH"}
)


class UnusableRowError(Exception):
    """The row cannot run here; the message says why, as `TaskSeed.unusable` shows it."""


@dataclass(frozen=True)
class Harness:
    """What a usable row becomes: the candidate's file, top module and solution, its files and settings."""

    top: str
    candidate_file: str
    reference: str
    files: Mapping[str, str]
    settings: Mapping[str, str]


def read_harness(context: Mapping[str, str], solution: Mapping[str, str], harness: Mapping[str, str]) -> Harness:
    """Raises UnusableRowError with the reason, the most basic one first; VerilogError for unreadable RTL."""
    variables = _variables(harness)
    module, top = variables["MODULE"], variables["TOPLEVEL"]
    python = _python_files(harness, module)
    _check_runner(harness)
    _check_environment(variables, python)
    candidate, support = _sources(variables["VERILOG_SOURCES"], context, solution)
    reference = solution[candidate]
    if top not in VerilogText(reference).modules():
        raise UnusableRowError(f"the top module {top} is not in the candidate's file {candidate}")
    headers = {path: text for path, text in {**context, **solution}.items() if path.endswith(HEADERS)}
    flat = {PurePosixPath(path).name: text for path, text in {**headers, **support}.items()}
    names = " ".join(PurePosixPath(path).name for path in support)
    return Harness(
        top,
        PurePosixPath(candidate).name,
        reference,
        {**flat, **python},
        {"top": top, "bench": "cocotb", "cocotb_module": module} | ({"bench_files": names} if names else {}),
    )


def _variables(harness: Mapping[str, str]) -> dict[str, str]:
    """The .env file's variables, once all that this flow needs are there."""
    text = next((text for path, text in harness.items() if PurePosixPath(path).name == ".env"), None)
    if text is None:
        raise UnusableRowError("the harness is not cocotb: it has no .env file")
    recipes = "\n".join(text for path, text in harness.items() if not path.endswith((".py", *RTL)))
    if COMMERCIAL.search(recipes):
        raise UnusableRowError("needs commercial tools")
    variables = {
        name: (value or "").strip()
        for name, value in dotenv_values(stream=io.StringIO(text), interpolate=False).items()
    }
    simulator = variables.get("SIM", "icarus").lower()
    if simulator != "icarus":
        raise UnusableRowError(f"needs the simulator {simulator}")
    if variables.get("TOPLEVEL_LANG", "verilog").lower() != "verilog":
        raise UnusableRowError(f"the top level is {variables['TOPLEVEL_LANG']}")
    for name in ("MODULE", "TOPLEVEL", "VERILOG_SOURCES"):
        if not variables.get(name):
            raise UnusableRowError(f"the harness is not cocotb: .env sets no {name}")
    return variables


def _python_files(harness: Mapping[str, str], module: str) -> dict[str, str]:
    """Files of the bench by their path under src/, without the runner and the .env file."""
    if not re.fullmatch(r"\w+", module):
        raise UnusableRowError(f"not one cocotb test module: MODULE is {module!r}")
    files: dict[str, str] = {}
    for path, text in harness.items():
        name = path.removeprefix("src/")
        if (path.startswith("src/") or path.endswith(".py")) and name not in (".env", "test_runner.py"):
            files[name] = text
    if f"{module}.py" not in files:
        raise UnusableRowError(f"the harness is not cocotb: it has no src/{module}.py")
    if not re.search(r"^[ \t]*(import|from)\s+cocotb\b", files[f"{module}.py"], re.MULTILINE):
        raise UnusableRowError(f"the harness is not cocotb: src/{module}.py does not import it")
    return files


def _sources(listed: str, context: Mapping[str, str], solution: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The one RTL source that the solution writes, and the others by path."""
    paths = list(dict.fromkeys(path.removeprefix("/code/").lstrip("/") for path in listed.split()))
    written = [path for path in paths if path in solution and solution[path] != context.get(path)]
    if not written:
        raise UnusableRowError("no solution: it writes none of VERILOG_SOURCES")
    if len(written) > 1:
        raise UnusableRowError(f"several candidate files: {', '.join(written)}")
    if not written[0].endswith(RTL):
        raise UnusableRowError(f"the candidate's file {written[0]} is not Verilog")
    support: dict[str, str] = {}
    for path in paths:
        text = solution.get(path, context.get(path))
        if text is None:
            raise UnusableRowError(f"the source {path} is in neither context nor solution")
        if path != written[0]:
            support[path] = text
    return written[0], support


def _check_environment(variables: Mapping[str, str], python: Mapping[str, str]) -> None:
    """Variables beyond the usual that a test asks for would change it."""
    for name in sorted(set(variables) - KNOWN_VARIABLES):
        if any(re.search(rf"['\"]{re.escape(name)}['\"]", text) for text in python.values()):
            raise UnusableRowError(f"the test reads the environment variable {name}")


def _check_runner(harness: Mapping[str, str]) -> None:
    """The runner may build and test once, with nothing that varies the run; a missing one is that default."""
    text = next((text for path, text in harness.items() if PurePosixPath(path).name == "test_runner.py"), "")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UnusableRowError(f"test_runner.py is not Python: {error}") from None
    if any(name in ("subprocess", "os.system") for name in _imported(tree)) or "os.system" in text:
        raise UnusableRowError("test_runner.py runs other programs")
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        if any(_many_cases(decorator) for decorator in function.decorator_list):
            raise UnusableRowError("test_runner.py is parametrised: the harness is more than its default run")
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("build", "test"):
            for keyword in call.keywords:
                if keyword.arg in VARYING and not _is_plain(keyword.value, call, functions, tree):
                    raise UnusableRowError(f"test_runner.py varies {keyword.arg}")


def _imported(tree: ast.Module) -> list[str]:
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return names + [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def _many_cases(decorator: ast.expr) -> bool:
    """A parametrize decorator that does not plainly give one case."""
    if not isinstance(decorator, ast.Call) or not ast.unparse(decorator.func).endswith("parametrize"):
        return False
    values = decorator.args[1] if len(decorator.args) > 1 else None
    if isinstance(values, ast.Call) and ast.unparse(values) == "range(1)":
        return False
    return not (isinstance(values, ast.List | ast.Tuple) and len(values.elts) == 1)


def _is_empty(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List | ast.Tuple):
        return all(isinstance(item, ast.Constant) and item.value in HARMLESS_ARGUMENTS for item in value.elts)
    return isinstance(value, ast.Constant) and not value.value


def _is_plain(
    value: ast.expr, call: ast.Call, functions: list[ast.FunctionDef | ast.AsyncFunctionDef], tree: ast.Module
) -> bool:
    """Empty, or a function's argument whose default is empty and which no caller gives."""
    if not isinstance(value, ast.Name):
        return _is_empty(value)
    around = [function for function in functions if any(node is call for node in ast.walk(function))]
    for function in around:
        arguments = [*function.args.posonlyargs, *function.args.args]
        defaults = dict(zip(reversed([item.arg for item in arguments]), reversed(function.args.defaults), strict=False))
        defaults |= {
            item.arg: default
            for item, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
            if default is not None
        }
        if value.id in defaults:
            return _is_empty(defaults[value.id]) and not _is_given(function.name, tree)
    assigned = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == value.id for target in node.targets)
    ]
    return bool(assigned) and all(_is_empty(item) for item in assigned)


def _is_given(function: str, tree: ast.Module) -> bool:
    """Whether any call of the function passes arguments."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == function)
    return any(call.args or call.keywords for call in calls)

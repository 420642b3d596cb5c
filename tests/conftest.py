"""The test tiers, by folder and enforced: a test in a tier keeps that tier's promise or fails.

unit: seconds in total, no tool is started. tools: real toolchains. graph: Dagster. security: the sandbox.
ui: a browser. bench: figures; cluster: pods of a real Kubernetes; neither is run by `make test`.
"""

import atexit
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.cases import LIMIT, evenly
from tests.home import GraphHome, settings_in
from tests.unit.effort import MEASURED

HERE = Path(__file__).parent
TIERS = ("unit", "tools", "graph", "security", "ui", "bench", "cluster")
UNIT_SECONDS = 20.0
"""The longest a unit test may take; hypothesis needs some of it. Asked for where speed is measured (`unit.effort`)."""

TOOLS = {"iverilog", "vvp", "yosys", "verilator", "bwrap", "chromium", "chromedriver", "dagster"}
TOGETHER = {
    "home": (
        "test_audit_transitions.py",
        "test_champion.py",
        "test_contaminated_rows.py",
        "test_dagster_ui.py",
        "test_endpoint_ui.py",
        "test_failure_scenarios.py",
        "test_hindsight.py",
        "test_nightly.py",
        "test_whole_graph.py",
    ),
    "vllm": ("test_vllm_loop.py", "test_world_model_conformance.py"),
}
"""Where files are spread over processes, what stays in one of them and begins first, since it takes minutes: the tests
that share a home, and vLLM's, since two vLLMs on two cores take many times as long as one after the other."""
SPREAD = ("tools", "security")
"""Tiers whose tests of many cases take most of the time, since each case is an execution: see `tests.cases`."""
PUBLIC_SETS = HERE.parent.parent / "shared" / "data"

EXIT_STATUS = pytest.StashKey[int]()
_in_unit_tier = False

# In CI the same examples each time: what a new draw finds is found by people, and becomes an @example.
# No deadline: how long an example takes is the machine's.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def _forbid_tools(event: str, arguments: tuple[object, ...]) -> None:
    if _in_unit_tier and event == "subprocess.Popen" and Path(str(arguments[0])).name in TOOLS:
        raise RuntimeError(f"a unit test starts {arguments[0]}: it belongs in tests/tools")


sys.addaudithook(_forbid_tools)


def tier_of(path: Path) -> str:
    return path.relative_to(HERE).parts[0]


def pytest_configure(config: pytest.Config) -> None:
    for tier in TIERS:
        config.addinivalue_line("markers", f"{tier}: tests/{tier}")
    config.addinivalue_line("markers", "gpu: needs a CUDA device")


def refuse_shared_names(files: Iterable[Path]) -> None:
    """Two test files of one name cannot be collected in one run, though each folder alone is green."""
    homes: dict[str, Path] = {}
    for file in files:
        if homes.setdefault(file.name, file) != file:
            raise pytest.UsageError(f"{file} has the name of {homes[file.name]}: give it another")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    refuse_shared_names(HERE.rglob("test_*.py"))
    if LIMIT in os.environ:
        items[:], others = evenly(items, int(os.environ[LIMIT]), lambda item: tier_of(item.path) in SPREAD)
        config.hook.pytest_deselected(items=others)
    for item in items:
        tier = tier_of(item.path)
        if tier not in TIERS:
            raise pytest.UsageError(f"{item.path}: tests live in one of {', '.join(TIERS)}")
        item.add_marker(tier)
        group = group_of(item.path.relative_to(HERE.parent))
        if "materialised" in getattr(item, "fixturenames", ()) and group != "home":
            raise pytest.UsageError(f"{item.path}: in a process of its own the home would be made once more")
        if item.get_closest_marker("gpu") and shutil.which("nvidia-smi") is None:
            item.add_marker(pytest.mark.skip(reason="no CUDA device on this machine"))
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: group_of(item.path.relative_to(HERE.parent)) not in TOGETHER)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Whole files, and what stays together, in the order in which they were collected."""
    from xdist.scheduler import LoadScopeScheduling

    class Spread(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group_of(Path(nodeid.partition("::")[0]))

    return Spread(config, log)


def group_of(path: Path) -> str:
    """Of a test's file, relative to the project."""
    return next((group for group, members in TOGETHER.items() if path.name in members), str(path))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    session.config.stash[EXIT_STATUS] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Ends without the interpreter's shutdown, at which DuckDB 2.0 prints pages about leaks after the summary."""
    if EXIT_STATUS in config.stash:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(config.stash[EXIT_STATUS])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    global _in_unit_tier
    _in_unit_tier = tier_of(item.path) == "unit"
    started = time.process_time()
    try:
        yield
    finally:
        unit, _in_unit_tier = _in_unit_tier, False
    if unit and os.environ.get(MEASURED) == "1" and time.process_time() - started > UNIT_SECONDS:
        pytest.fail(f"took over {UNIT_SECONDS:.0f} s of CPU: a unit test is fast, or it is in another tier")


@pytest.fixture(scope="session")
def public_sets() -> Path:
    """The folder with samples of public task sets; a checkout of one's own does not have it."""
    if not PUBLIC_SETS.is_dir():
        pytest.skip(f"no samples of public sets at {PUBLIC_SETS}")
    return PUBLIC_SETS


@pytest.fixture(scope="session")
def materialised(tmp_path_factory: pytest.TempPathFactory) -> GraphHome:
    """Every asset of every domain, made by real tools at the smallest profile. A few minutes, once."""
    from orchestration.definitions import build_defs
    from orchestration.instance import open_instance
    from orchestration.run_graph import default_domains, materialise

    settings = settings_in(tmp_path_factory.mktemp("home"))
    with open_instance(settings.home) as instance:
        results = tuple(materialise(build_defs(settings=settings), instance, default_domains(), {}))
    errors = [error for _, result in results for error in result.errors]
    if errors:
        pytest.fail("the graph did not materialise: " + "; ".join(errors))
    return GraphHome(settings, results)

"""What an installation lacks is said in one line, and `import icwm` imports nothing before it is asked for."""

import importlib.metadata
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from orchestration.mistakes import status_of
from resources.domains import registry
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution import missing_package
from resources.execution.errors import ToolMissing
from resources.execution.reader import worker
from resources.execution.reader.questions import Question
from tests.home import PROJECT

REQUIRES = [
    "torch==2.13.0; extra == 'world-model'",
    "torch==2.13.0; extra == 'all'",
    "torch==2.13.0; extra == 'gpu-kernels'",
    "triton==3.7.1; extra == 'gpu-kernels'",
    'cadquery-ocp==7.9.3.1.1; extra == "cad-modeling"',
    "tree-sitter==0.26.1; extra == 'embedded-systems'",
    "moto[s3]==5.2.5; extra == 'dev'",
    "numpy<2.4",
]


@pytest.fixture
def _requires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_package, "requires", lambda _: REQUIRES)


@pytest.mark.usefixtures("_requires")
@pytest.mark.parametrize(
    ("module", "wanted"),
    [
        ("torch", "'icwm[world-model]'"),
        ("OCP", "'icwm[cad-modeling]'"),
        ("tree_sitter", "'icwm[embedded-systems]'"),
        ("moto", "moto"),
        ("acme_tools", "acme-tools"),
    ],
)
def test_the_extra_that_has_a_module_is_named(module: str, wanted: str) -> None:
    assert missing_package.wanted(module) == wanted


@pytest.mark.usefixtures("_requires")
def test_a_command_that_meets_a_missing_package_says_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    assert status_of(command) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pip install 'icwm[world-model]'" in said


def test_a_module_of_ours_that_is_not_found_is_a_defect() -> None:
    def command() -> None:
        raise ModuleNotFoundError("No module named 'assets.nothing'", name="assets.nothing")

    with pytest.raises(ModuleNotFoundError):
        status_of(command)


@pytest.mark.parametrize(
    ("function", "told"), [("resources.nothing:function", "ModuleNotFoundError"), ("acme_tools:call", "ToolMissing")]
)
def test_a_reader_tells_a_defect_from_a_missing_package(function: str, told: str) -> None:
    assert worker._answer(Question(function, 1, (), {}))["error"][0] == told


def test_a_domain_s_part_that_lacks_a_package_is_a_missing_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "acme_lathe" / "execution"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "toolchain.py").write_text("import acme_controls.axes\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ToolMissing, match=r"`acme_controls` is not installed: `pip install acme-controls`"):
        _ = DeclaredDomain("acme_lathe.domain", "Lathes", "gcode", {}).tools
    # Of another length: Python takes a cached module where seconds and length are the same.
    (package / "toolchain.py").write_text("import acme_lathe.nothing_there\n")
    with pytest.raises(ModuleNotFoundError):
        _ = DeclaredDomain("acme_lathe.domain", "Lathes", "gcode", {}).tools


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("lathe", "acme_lathe_that_is_not_there.domain:DOMAIN", "ModuleNotFoundError"),
        ("chip_design", "resources.domains.chip_design.domain:DOMAIN", "there is a domain of that name already"),
        ("chips", "resources.domains.chip_design.domain:DOMAIN", "write it as `chip_design = "),
        ("json", "json:loads", "AttributeError"),
    ],
)
def test_an_entry_point_that_is_no_domain_is_refused_by_name(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = EntryPoint(name, value, registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    with pytest.raises(registry.DomainUnusable, match=said):
        registry.load_domains.__wrapped__()


def test_a_command_beside_an_entry_point_that_is_no_domain_says_one_line(tmp_path: Path) -> None:
    metadata = tmp_path / "acme_lathe-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-lathe\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[icwm.domains]\nlathe = json:NOTHING\n")
    paths = {"PYTHONPATH": f"{PROJECT}:{tmp_path}", "ICWM_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "orchestration.command_line", "status"]
    done = subprocess.run(command, env=os.environ | paths, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = [line for line in done.stderr.splitlines() if not line.endswith(" …")]  # A slow start says so.
    assert "the domain 'lathe' of acme-lathe (json:NOTHING) cannot be used: AttributeError" in line


def test_importing_icwm_imports_nothing_else() -> None:
    script = "import sys, icwm; print([name for name in sys.modules if name.partition('.')[0] in {'assets', 'polars'}])"
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_one_module_has_two_names_in_the_repository() -> None:
    script = """
import icwm.resources.execution.outcome as lent
import resources.execution.outcome as own
from icwm import assets
print(lent is own, own.__spec__.name, assets.__name__)
try:
    import icwm.resources.nothing
except ModuleNotFoundError as error:
    print(error.name)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "resources.execution.outcome", "assets", "icwm.resources.nothing"]


def test_every_name_that_is_offered_is_there() -> None:
    import icwm
    from icwm import names

    assert all(getattr(icwm, name) is getattr(names, name) for name in names.__all__)
    with pytest.raises(AttributeError):
        _ = icwm.Nothing  # type: ignore[attr-defined]


def test_each_domain_has_an_extra_and_all_has_each() -> None:
    import tomllib

    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {name.replace("_", "-") for name in registry.domain_names()}
    assert named <= extras.keys()
    (everything,) = extras["all"]
    assert all(name in everything for name in (*named, "world-model"))
    assert importlib.metadata.version("icwm")


def test_the_code_location_loads_without_any_extra_and_has_the_same_partitions() -> None:
    """One domain's tools and packages do; the image of the code location has none."""
    from assets.exam.exam_set import EXAM_PARTITIONS

    optional = "OCP cadquery cocotb manifold3d pycparser pyslang torch tree_sitter tree_sitter_c triton unicorn vcd"
    script = f"""
import sys
sys.modules.update(dict.fromkeys({optional.split()!r}))
from orchestration.definitions import build_defs
from orchestration.bundle_lookup import BundleLookup
from assets.exam.exam_set import EXAM_PARTITIONS
build_defs().resolve_asset_graph()
try:
    BundleLookup(None).find("families/flange-1")
except Exception as error:
    print(type(error).__name__)
print(*EXAM_PARTITIONS.get_partition_keys())
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said == ["ToolMissing", " ".join(EXAM_PARTITIONS.get_partition_keys())]

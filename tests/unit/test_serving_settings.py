"""What a server is told, what it is refused, and where its environment and models are."""

import json
import stat
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from resources.serving.demo_model import BUILT_IN, locate
from resources.serving.environment import ServingEnvironment, find_environment
from resources.serving.errors import ServingFailed
from resources.serving.health import ServedModel
from resources.serving.launching import command, variables
from resources.serving.server import VllmServer, serve
from resources.serving.settings import ServerSettings
from resources.serving.snippet import generators_yaml

CPU = ServingEnvironment(Path("/serving/environment"), "cpu", "1.2.3")
GPU = ServingEnvironment(Path("/serving/environment"), "gpu", "1.2.3")


@pytest.mark.parametrize(
    ("given_settings", "named"),
    [
        ({"model": " "}, "model"),
        ({"model": "m", "port": 70000}, "port"),
        ({"model": "m", "max_model_len": 0}, "max_model_len"),
        ({"model": "m", "kv_cache_gib": -1.0}, "kv_cache_gib"),
        ({"model": "m", "startup_s": 0.0}, "startup_s"),
        ({"model": "m", "adapter": Path("/nowhere")}, "adapter"),
        ({"model": "m", "arguments": ("--host=0.0.0.0",)}, "--host"),
        ({"model": "m", "arguments": ("--port", "1")}, "--port"),
    ],
)
def test_settings_that_cannot_work_are_refused_by_name(given_settings: dict[str, object], named: str) -> None:
    with pytest.raises(ServingFailed, match=named):
        ServerSettings(**given_settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("model", "name"), [("org/Model-1", "Model-1"), ("/a/folder/", "folder"), ("plain", "plain")])
def test_a_model_is_called_by_its_last_part(model: str, name: str) -> None:
    assert ServerSettings(model).name == name
    assert ServerSettings(model, served_name="other").name == "other"


def test_the_server_listens_on_the_loopback_interface_and_counts_cached_tokens() -> None:
    said = command(CPU, ServerSettings("org/m", max_model_len=2048, arguments=("--enforce-eager",)), "org/m", 1234)
    assert said[0] == "/serving/environment/bin/python"
    assert said[said.index("--host") + 1] == "127.0.0.1"
    assert said[said.index("--port") + 1] == "1234"
    assert said[said.index("--max-model-len") + 1] == "2048"
    assert {"--enable-prompt-tokens-details", "--no-enable-chunked-prefill"} <= set(said)
    assert json.loads(said[said.index("--structured-outputs-config") + 1])["disable_any_whitespace"] is True
    assert said[-1] == "--enforce-eager"


def test_an_adapter_takes_the_served_name(tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text(json.dumps({"r": 24}))
    said = command(CPU, ServerSettings("org/m", adapter=tmp_path), "org/m", 1)
    assert said[said.index("--served-model-name") + 1] == "m-base"
    assert said[said.index("--lora-modules") + 1] == f"m={tmp_path}"
    assert said[said.index("--max-lora-rank") + 1] == "32"


def test_the_cache_is_bounded_as_each_build_wants_it(tmp_path: Path) -> None:
    settings = ServerSettings("org/m", kv_cache_gib=3.0)
    assert variables(CPU, settings, "org/m")["VLLM_CPU_KVCACHE_SPACE"] == "3"
    assert "--kv-cache-memory-bytes" not in command(CPU, settings, "org/m", 1)
    said = command(GPU, settings, "org/m", 1)
    assert said[said.index("--kv-cache-memory-bytes") + 1] == str(3 << 30)
    assert "VLLM_CPU_KVCACHE_SPACE" not in variables(GPU, settings, "org/m")


def test_the_server_gets_no_other_interpreter_and_no_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("VLLM_API_KEY", "secret")
    found = variables(CPU, ServerSettings("org/m", environment={"OMP_NUM_THREADS": "1"}), str(tmp_path))
    assert not {"PYTHONPATH", "VLLM_API_KEY"} & found.keys()
    assert found["OMP_NUM_THREADS"] == "1"
    assert found["HF_HUB_OFFLINE"] == "1"
    assert found["PATH"].startswith("/serving/environment/bin:")


def test_an_environment_counts_once_it_is_wholly_installed(tmp_path: Path) -> None:
    with pytest.raises(ServingFailed, match="make serving"):
        find_environment(tmp_path)
    folder = tmp_path / "environment"
    (folder / "bin").mkdir(parents=True)
    (folder / "installed.json").write_text("{half")
    with pytest.raises(ServingFailed, match="cannot be read"):
        find_environment(tmp_path)
    (folder / "installed.json").write_text(json.dumps({"build": "cpu", "vllm": "1.2.3"}))
    with pytest.raises(ServingFailed, match="is gone"):
        find_environment(tmp_path)
    (folder / "bin" / "python").touch()
    assert find_environment(tmp_path) == ServingEnvironment(folder, "cpu", "1.2.3")


def test_a_model_is_a_folder_or_a_hubs_name(tmp_path: Path) -> None:
    (tmp_path / "config.json").touch()
    assert locate(str(tmp_path), tmp_path, CPU, print) == str(tmp_path)
    assert locate("organisation/name", tmp_path, CPU, print) == "organisation/name"
    (tmp_path / "empty").mkdir()
    with pytest.raises(ServingFailed, match=r"config\.json"):
        locate(str(tmp_path / "empty"), tmp_path, CPU, print)
    for wrong in ("smollm2", "./absent", "/absent/model", "a/b/c"):
        with pytest.raises(ServingFailed, match=next(iter(BUILT_IN))):
            locate(wrong, tmp_path, CPU, print)


def test_a_failed_unpacking_leaves_no_model_and_shows_why(tmp_path: Path) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nmkdir -p $3; touch $3/weights; echo 'no space left' >&2; exit 1\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(ServingFailed, match="no space left"):
        locate("smollm2-135m", tmp_path, ServingEnvironment(tmp_path / "environment", "cpu", ""), lambda _: None)
    assert not list((tmp_path / "models").iterdir())


def test_nothing_starts_without_an_environment(tmp_path: Path) -> None:
    server = VllmServer(ServerSettings("smollm2-135m"), tmp_path)
    with pytest.raises(ServingFailed, match="make serving"), server:
        pytest.fail("it started")
    server.stop()
    with pytest.raises(ServingFailed, match="make serving"), serve(ServerSettings("smollm2-135m"), tmp_path):
        pytest.fail("it started")


@given(st.integers(min_value=2, max_value=1 << 20) | st.none(), st.sampled_from(["m", "name: odd", "#1", "yes"]))
def test_what_is_printed_can_be_pasted(context: int | None, model: str) -> None:
    served = ServedModel("http://127.0.0.1:8000/v1", model, context)
    endpoint = yaml.safe_load(generators_yaml(served))["generators"][0]["endpoint"]
    assert (endpoint["base_url"], endpoint["model"]) == (served.base_url, model)
    assert 0 < endpoint["max_tokens"] <= (context or 1 << 20) / 2

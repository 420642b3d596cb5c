"""Configuration of generators: what a file may say, what each mistake is answered with, and that no key gets in."""

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from assets.generation.config import endpoint_settings, shares
from assets.generation.config_file import GeneratorsRefused, read_generators
from assets.generation.resource import GenerationResource
from assets.home import Home
from orchestration.command_line import app
from resources.domains.registry import get_domain
from resources.generation.endpoint.endpoint import EndpointFigures
from resources.generation.endpoint.pricing import Charge
from resources.generation.endpoint.settings import EndpointSettings, Prices

DOCS = Path(__file__).parent.parent.parent / "docs" / "endpoints.md"

ENDPOINT = {"base_url": "http://127.0.0.1:8000/v1", "model": "Qwen/Qwen2.5-Coder-32B-Instruct-GPTQ-Int8"}
FAKE_KEYS = (
    "sk-" + "proj-0a1b2c3d4e5f6a7b8c9d",
    "hf_" + "abcdEFGHijklMNOPqrst",
    "Bearer abcdef",
    "0123456789abcdef" * 2,
    "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIx",
)


def write(path: Path, *generators: object) -> Path:
    file = path / "generators.yaml"
    file.write_text(yaml.safe_dump({"generators": list(generators)}), encoding="utf-8")
    return file


def refusal(path: Path, *generators: object) -> str:
    with pytest.raises(GeneratorsRefused) as refused:
        read_generators(write(path, *generators))
    return str(refused.value)


def test_a_mixture_of_two(tmp_path: Path) -> None:
    budget, prices = {"cost": 5}, {"prompt": 0.25, "completion": 2}
    endpoint = ENDPOINT | {
        "key_variable": "MY_API_KEY",
        "extra_body": {"top_k": 20},
        "budget": budget,
        "prices": prices,
    }
    found = read_generators(
        write(
            tmp_path,
            {"kind": "endpoint", "name": "qwen", "share": 0.6, "seed": 100, "endpoint": endpoint},
            {"share": 0.4},
        )
    )
    assert shares(found) == "60 % qwen, 40 % fault-injection"
    settings = endpoint_settings(found[0])
    assert (settings.name, settings.budget.cost, settings.budget.tokens) == ("qwen", 5, None)
    assert (settings.prices.completion, settings.extra_body) == (2, {"top_k": 20})  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("generator", "said"),
    [
        (
            {"knid": "endpoint"},
            "generators[0].knid: there is none; did you mean kind? There are: kind, name, share, seed, endpoint",
        ),
        (
            {"kind": "oracle"},
            "generators[0].kind: Input should be 'fault_injection', 'text_edits', 'endpoint', 'recorded' or "
            "'thinking_model'",
        ),
        ({"kind": "endpoint"}, "generators[0].endpoint: is missing"),
        ({"kind": "endpoint", "endpoint": {"model": "m"}}, "generators[0].endpoint.base_url: is missing"),
        ({"kind": "endpoint", "endpoint": ENDPOINT | {"modle": 1}}, "generators[0].endpoint.modle: there is none"),
        (
            {"kind": "endpoint", "endpoint": ENDPOINT | {"prices": {"prompt": 1}}},
            "endpoint.prices.completion: is missing",
        ),
        ({"kind": "endpoint", "endpoint": ENDPOINT | {"budget": {"money": 1}}}, "endpoint.budget.money: there is none"),
        ({"kind": "endpoint", "endpoint": ENDPOINT | {"base_url": "localhost:80"}}, "base_url must look like http://"),
        ({"kind": "endpoint", "endpoint": ENDPOINT | {"budget": {"cost": 1}}}, "budget.cost needs prices"),
        ({"kind": "endpoint", "endpoint": ENDPOINT | {"temperature": "warm"}}, "endpoint.temperature"),
        ({"kind": "endpoint", "name": "fault-injection", "endpoint": ENDPOINT}, "name: belongs to fault injection"),
        ({"endpoint": ENDPOINT}, "generators[0].endpoint: is for kind endpoint"),
        ({"kind": "recorded"}, "generators[0].answers: is missing"),
        ({"kind": "recorded", "answers": "nowhere.jsonl"}, "nowhere.jsonl: is no file"),
        ({"kind": "recorded", "answers": "a.jsonl", "executed": 2}, "generators[0].executed: is 2.0"),
        ({"answers": "a.jsonl"}, "generators[0].answers: is for kind recorded"),
        ({"share": 0}, "generators[0].share: is 0.0; it has to be above 0"),
        ({"seed": -1}, "generators[0].seed: is -1"),
        ("fault_injection", "generators[0]: has to hold fields, not str"),
    ],
)
def test_a_mistake_is_named_with_file_and_field(tmp_path: Path, generator: object, said: str) -> None:
    answer = refusal(tmp_path, generator)
    assert said in answer
    assert str(tmp_path / "generators.yaml") in answer


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    refused = refusal(tmp_path, {"share": 0}, {"seed": -1, "name": "x"})
    assert len(refused.split("; and ")) == 4
    assert len(refused.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "generators: {}", "- kind: endpoint", "generators: [", "generators: []"])
def test_a_file_that_is_no_list_of_generators(tmp_path: Path, text: str) -> None:
    (tmp_path / "generators.yaml").write_text(text)
    with pytest.raises(GeneratorsRefused, match=r"generators\.yaml"):
        read_generators(tmp_path / "generators.yaml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(GeneratorsRefused, match=r"nowhere\.yaml cannot be read: No such file"):
        read_generators(tmp_path / "nowhere.yaml")


@pytest.mark.parametrize("key", FAKE_KEYS)
@pytest.mark.parametrize(
    "endpoint",
    [
        lambda key: {"key_variable": key},
        lambda key: {"extra_body": {"headers": {"x": [key]}}},
        lambda key: {"extra_body": {"api_key": key}},
        lambda key: {"base_url": f"https://user:{key}@server/v1"},
        lambda key: {"model": key},
        lambda key: {"api_key": key},
    ],
)
def test_a_key_in_the_configuration_is_refused_and_not_repeated(tmp_path: Path, key: str, endpoint) -> None:  # type: ignore[no-untyped-def]
    generator = {"kind": "endpoint", "endpoint": ENDPOINT | endpoint(key)}
    from_file = refusal(tmp_path, generator)
    assert key not in from_file
    assert "key" in from_file
    if "api_key" not in generator["endpoint"]:
        resource = GenerationResource(generators=[generator])  # type: ignore[list-item]
        with pytest.raises(GeneratorsRefused) as from_launch_pad:
            resource.mixture(get_domain("chip_design"), Home(tmp_path))
        assert key not in str(from_launch_pad.value)


def test_without_configuration_there_is_fault_injection(tmp_path: Path) -> None:
    mixture = GenerationResource().mixture(get_domain("chip_design"), Home(tmp_path))
    names = [member.generator.name for member in mixture.members]
    assert names[0] == "fault-injection"
    assert all(name.startswith("fault-injection/") for name in names[1:])
    assert sum(member.share for member in mixture.members) == pytest.approx(1)


def test_what_the_launch_pad_says_takes_the_place_of_the_file(tmp_path: Path) -> None:
    file = write(tmp_path, {"kind": "endpoint", "name": "qwen", "endpoint": ENDPOINT})
    domain, home = get_domain("chip_design"), Home(tmp_path)
    from_file = GenerationResource(file=str(file))
    assert [name for name in from_file.mixture(domain, home).by_name() if "/" not in name] == ["qwen"]
    assert [name for name in from_file.known(domain, home).by_name() if "/" not in name] == [
        "qwen",
        "fault-injection",
        "text_edits",
    ]
    given = GenerationResource(file=str(file), generators=[{"kind": "fault_injection"}])  # type: ignore[list-item]
    assert [name for name in given.mixture(domain, home).by_name() if "/" not in name] == ["fault-injection"]


def test_the_key_is_never_part_of_what_dagster_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", FAKE_KEYS[0])
    generator = {"kind": "endpoint", "endpoint": ENDPOINT | {"key_variable": "MY_API_KEY"}}
    resource = GenerationResource(generators=[generator])  # type: ignore[list-item]
    mixture = resource.mixture(get_domain("chip_design"), Home(tmp_path))
    assert FAKE_KEYS[0] not in repr((resource, mixture, resource.model_dump()))


def test_a_run_with_a_wrong_file_ends_before_anything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ICWM_GENERATORS", "")
    answer = CliRunner().invoke(app, ["run", "--generators", str(write(tmp_path, {"kind": "endpoint"}))])
    assert isinstance(answer.exception, GeneratorsRefused)
    assert "generators[0].endpoint: is missing" in str(answer.exception)
    assert not (tmp_path / "home").exists()


def test_what_the_page_shows_is_taken(tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 6
    (tmp_path / "gpt-4.jsonl").write_text('{"seed_id": "s", "code": "c"}\n')
    for text in blocks:
        raw = yaml.safe_load(text)
        given = raw["resources"]["generation"]["config"] if "resources" in raw else raw
        assert read_generators(write(tmp_path, *given["generators"]))


def test_how_an_endpoint_is_doing_in_a_few_words() -> None:
    settings = EndpointSettings("qwen", "http://127.0.0.1:1/v1", "m", prices=Prices(1, 2))
    figures = EndpointFigures(
        limit=12,
        ceiling=32,
        in_flight=11,
        answers=40,
        from_cache=0,
        retries=2,
        refusals=9,
        spent=Charge(49, 9000, 0.41),
    )
    said = "qwen: 11 in flight, limit 12 of 32, 9 refusals (429), 2 sent again, 0.41 spent"
    assert figures.words(settings, 0.0) == said
    idle = replace(figures, in_flight=0, answers=0, retries=0, refusals=0)
    assert idle.words(settings, 0.0) == ""
    assert figures.words(replace(settings, prices=None), 0.0).endswith("9,000 tokens spent")
    hanging = replace(figures, longest_s=250.4, refusals=1)
    assert "limit 12 of 32, one for 250 s of at most 600, 1 refusal (429)" in hanging.words(settings, 0.0)
    noon = datetime(2026, 1, 2, 12, 0, 30).timestamp()
    closed = replace(figures, reopens_at=noon)
    assert ", left alone until 12:00:30 as it asks, 9 refusals" in closed.words(settings, noon - 20)
    assert closed.words(settings, noon) == said
    assert ", left alone until 12:00:30 as it asks" in closed.words(settings, noon - 86_399)
    assert ", left alone for 24 h as it asks" in closed.words(settings, noon - 86_400)
    milliseconds = replace(figures, reopens_at=noon + noon * 1000)
    assert f", left alone for {noon / 3.6:,.0f} h as it asks" in milliseconds.words(settings, noon)


def test_recorded_answers_are_found_beside_their_file_and_by_author(tmp_path: Path) -> None:
    (tmp_path / "gpt.jsonl").write_text('{"seed_id": "rtllm/adder", "author": "gpt-4", "code": "module"}\n')
    file = write(tmp_path, {"kind": "recorded", "answers": "gpt.jsonl", "executed": 0.25})
    assert shares(read_generators(file)) == "answers of gpt"
    mixture = GenerationResource(file=str(file)).mixture(get_domain("chip_design"), Home(tmp_path))
    assert not mixture.members
    replay = next(replay for replay in mixture.replays if replay.generator.name == "recorded/gpt-4")
    assert replay.executed == 0.25
    assert len(replay.generator.numbers("rtllm/adder")) == 1

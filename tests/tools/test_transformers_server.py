"""A model served by transformers: the loop's generator gets its answers, and nothing of the server is left behind."""

import asyncio
import time
from pathlib import Path

import psutil
import pytest

from assets.generation.config import GeneratorConfig, Kind, ThinkingConfig
from assets.generation.config_file import GeneratorsRefused, checked
from assets.generation.resource import GenerationResource
from assets.home import Home
from resources.domains.registry import get_domain
from resources.generation.endpoint.generator import EndpointGenerator
from resources.generation.generator import GeneratorUnavailable
from resources.generation.prompting.messages import Message
from resources.serving.environment import TRANSFORMERS
from resources.serving.server import VllmServer
from resources.serving.settings import ServerSettings
from tests.tools.tiny_base import tiny_base

pytest.importorskip("torch", reason="the extra world-model is not installed")

DOMAIN = get_domain("chip_design")
OWN = GeneratorConfig(kind=Kind.thinking_model, thinking=ThinkingConfig(engine=TRANSFORMERS, max_tokens=8))
ASKED = (Message("system", "answer"), Message("user", "a counter"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("home"))
    home.models.mkdir()
    tiny_base(home.models / "thinking-1")
    home.name_newest(home.models / "thinking-1")
    return home


def running_below_here() -> set[psutil.Process]:
    return {process for process in psutil.Process().children(recursive=True) if process.status() != "zombie"}


def own_generator(home: Home) -> EndpointGenerator:
    (member,) = GenerationResource(generators=[OWN]).mixture(DOMAIN, home).members
    assert member.model == "thinking-1"
    assert isinstance(member.generator, EndpointGenerator)
    return member.generator


def test_the_homes_newest_model_answers_and_is_gone_afterwards(home: Home) -> None:
    generator = own_generator(home)
    others = running_below_here()

    async def ask() -> list[str]:
        first = await generator.endpoint.ask(lambda: ASKED, 1)
        other = await generator.endpoint.ask(lambda: ASKED, 2)
        assert running_below_here() - others
        assert first.usage["completion_tokens"] <= 8
        return [first.reply.content, other.reply.content]

    answers = asyncio.run(ask())
    assert answers[0] != answers[1]
    deadline = time.monotonic() + 10
    while running_below_here() - others and time.monotonic() < deadline:
        time.sleep(0.1)
    assert running_below_here() - others == set()
    again = asyncio.run(own_generator(home).endpoint.ask(lambda: ASKED, 1))
    assert (again.reply.content, again.usage["requests"]) == (answers[0], 0)


def test_a_prompt_that_is_too_long_ends_one_trajectory_and_unknown_models_are_named(home: Home) -> None:
    import httpx2

    settings = ServerSettings(str(home.models / "thinking-1"), engine=TRANSFORMERS, max_model_len=40)
    with VllmServer(settings, home.serving) as served:
        assert served.max_model_len == 40
        body = {"model": served.model, "messages": [{"role": "user", "content": "word " * 200}], "seed": 3}
        url = f"{served.base_url}/chat/completions"
        long = httpx2.post(url, json=body)
        assert (long.status_code, "context length" in long.text) == (400, True)
        assert httpx2.post(url, json=body | {"model": "other"}).status_code == 404
        assert httpx2.post(url, json={"messages": 3}).status_code == 400
        short = body | {"messages": [{"role": "user", "content": "a"}], "max_tokens": 4, "temperature": 0}
        one, two = (httpx2.post(url, json=short).json() for _ in range(2))
        assert one["choices"] == two["choices"]


def test_a_home_without_a_model_lets_others_begin(home: Home, tmp_path: Path) -> None:
    empty = Home(tmp_path)
    with pytest.raises(GeneratorsRefused, match="thinking_base"):
        GenerationResource(generators=[OWN]).mixture(DOMAIN, empty)
    mixed = GenerationResource(generators=[OWN, GeneratorConfig()])
    assert "thinking_model" not in mixed.mixture(DOMAIN, empty).by_name()
    assert "thinking_model" in mixed.mixture(DOMAIN, home).by_name()


def test_a_model_that_is_gone_is_named(home: Home) -> None:
    gone = GeneratorConfig(kind=Kind.thinking_model, thinking=ThinkingConfig(model="thinking-0", engine=TRANSFORMERS))
    (member,) = GenerationResource(generators=[gone]).mixture(DOMAIN, home).members
    assert isinstance(member.generator, EndpointGenerator)
    with pytest.raises(GeneratorUnavailable, match="thinking-0"):
        asyncio.run(member.generator.endpoint.ask(lambda: ASKED, 1))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (GeneratorConfig(thinking=ThinkingConfig()), "thinking: is for kind thinking_model"),
        (GeneratorConfig(kind=Kind.thinking_model, thinking=ThinkingConfig(engine="magic")), "thinking.engine"),
        (GeneratorConfig(kind=Kind.thinking_model, thinking=ThinkingConfig(max_tokens=0)), "max_tokens"),
    ],
)
def test_a_configuration_that_cannot_work_is_refused(entry: GeneratorConfig, said: str) -> None:
    with pytest.raises(GeneratorsRefused, match=said):
        checked([entry], "here")

"""Tasks that models write: `icwm propose`. What is done is `propose_command`."""

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import typer

from orchestration.completion import domains
from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

proposals = typer.Typer(cls=DescribedCommands)
_SOLVER = re.compile(r"(\S+)@(https?://\S+)")


class _Solver(NamedTuple):
    """`key_variable` is "" where none was given for it."""

    model: str
    url: str
    key_variable: str


def _solvers(texts: Sequence[str], keys: Sequence[str]) -> list[_Solver]:
    """Raises ValueError."""
    if keys and len(keys) != len(texts):
        raise ValueError(f"--solver-key-variable is given {len(keys)} times, --solver {len(texts)} times")
    return [_solver(text, key) for text, key in zip(texts, keys or [""] * len(texts), strict=True)]


def _solver(text: str, key_variable: str) -> _Solver:
    """Raises ValueError."""
    match = _SOLVER.fullmatch(text)
    if match is None:
        raise ValueError(f"--solver {text!r} is not MODEL@URL, such as qwen@http://127.0.0.1:8000/v1")
    return _Solver(match[1], match[2], key_variable)


@proposals.command()
def propose(
    domain: Annotated[str, typer.Argument(help="such as chip_design", autocompletion=domains)],
    endpoint: Annotated[str, typer.Option(help="base URL of an OpenAI-compatible server, up to and with /v1")],
    model: Annotated[str, typer.Option(help="as the server names it")],
    number: Annotated[int, typer.Option("--number", "-n", help="how many proposals in all", min=1)] = 10,
    solver: Annotated[
        list[str] | None,
        typer.Option(help="MODEL@URL that solves; may be given several times; the proposer's own if not given"),
    ] = None,
    solvers: Annotated[int, typer.Option(help="answers to each prompt, each from the prompt alone", min=2)] = 3,
    licence: Annotated[
        str, typer.Option(help="SPDX expression under which you may use what the model writes; else tasks wait")
    ] = "",
    name: Annotated[str, typer.Option(help="the proposer's name in rows and budgets; the model's if not given")] = "",
    key_variable: Annotated[str, typer.Option(help="NAME of the environment variable with the endpoint's key")] = "",
    solver_key_variable: Annotated[
        list[str] | None,
        typer.Option(
            help="the same for each --solver, in order; '' for none. The endpoint's key goes to its own server alone"
        ),
    ] = None,
    temperature: Annotated[float | None, typer.Option(help="the server's default if not given")] = None,
    max_tokens: Annotated[int, typer.Option(help="of one answer, reasoning included", min=1)] = 16384,
    concurrency: Annotated[int, typer.Option(help="most requests at once", min=1)] = 16,
) -> None:
    """Let a model propose tasks, keep those on which independent solvers, tests and reference agree, and say what was
    wrong with the others. A killed run goes on; a larger number only adds.
    """
    from orchestration.propose_command import Proposals
    from orchestration.propose_command import propose as propose_tasks
    from resources.generation.endpoint.settings import EndpointSettings, same_origin

    def settings(called: str, url: str, served: str, key: str) -> EndpointSettings:
        return EndpointSettings(
            called,
            url,
            served,
            key_variable=key,
            temperature=temperature,
            max_tokens=max_tokens,
            concurrency=concurrency,
        )

    def shared(url: str) -> str:
        return key_variable if same_origin(url, endpoint) else ""

    try:
        others = tuple(
            settings(one.model, one.url, one.model, one.key_variable or shared(one.url))
            for one in _solvers(solver or [], solver_key_variable or [])
        )
        proposer = settings(name or model, endpoint, model, key_variable)
        asked = Proposals(domain, number, proposer, others, solvers, licence.strip())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    raise typer.Exit(propose_tasks(terminal(), asked))

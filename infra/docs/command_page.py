"""The page of commands, from the typer application."""

from collections.abc import Iterator

import click
import typer

from infra.docs.markdown import code, page, table
from orchestration.command_line import app
from resources.domains.registry import load_domains

OPENING = (
    "Every command of `icwm`. After `make run` or `make doctor` it is `.venv/bin/icwm`. A command ends with status 0 "
    "when it did what was asked, with 1 when it could not, with 2 when it was called wrongly (an argument, an option, "
    "a setting, or a file or folder that one of them names, means nothing), and with 130 after Ctrl-C (`view`, `serve` "
    "and `ui`, which run until then, with 0); other statuses are named below. `--help` says the same as this page. "
    "Every command takes `--quiet`, `--verbose` and `--log-format` as well, behind its name or before it "
    "([the command line](../command-line.md))."
)


def command_page() -> str:
    root = typer.main.get_command(app)
    sections = [_section(name, command) for name, command in _commands("icwm", root)]
    return page("Commands", OPENING, [*sections, _importers()])


def _importers() -> str:
    domains = load_domains().values()
    rows = [(code(one.name), one.description, code(domain.name)) for domain in domains for one in domain.importers]
    said = "What `icwm import IMPORTER` reads. Details: [importing](../importing.md)."
    return "\n\n".join(["## Importers", said, table(("IMPORTER", "PATH holds", "domain"), rows)])


def _commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        if command.invoke_without_command:
            yield name, command
        context = click.Context(command)
        for member in sorted(command.list_commands(context)):
            if found := command.get_command(context, member):
                yield from _commands(f"{name} {member}", found)
    else:
        yield name, command


def _section(name: str, command: click.Command) -> str:
    arguments = [part for part in command.params if isinstance(part, click.Argument)]
    options = [part for part in command.params if isinstance(part, click.Option) and part.expose_value]
    usage = " ".join([name, *(_place(argument) for argument in arguments), *(["[OPTIONS]"] if options else [])])
    rows = [(code(_place(part)), _text(part), "") for part in arguments]
    rows += [(code(_flag(part)), _text(part), code(_default(part))) for part in options]
    parts = [f"## {name}", f"```\n{usage}\n```", " ".join((command.help or "").split())]
    return "\n\n".join([*parts, *([table(("", "meaning", "default"), rows)] if rows else [])])


def _place(argument: click.Argument) -> str:
    name = str(argument.name).upper()
    return name if argument.required else f"[{name}]"


def _flag(option: click.Option) -> str:
    return option.opts[0] if option.is_flag else f"{option.opts[0]} {option.type.name.upper()}"


def _text(part: click.Parameter) -> str:
    return str(getattr(part, "help", "") or "")


def _default(option: click.Option) -> str:
    return "" if option.is_flag or option.default in (None, "") or option.required else str(option.default)

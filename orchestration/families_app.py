"""`icwm families …`: the commands. What each does is `families_command`."""

from typing import Annotated

import typer

from orchestration.completion import domains
from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

families = typer.Typer(cls=DescribedCommands, no_args_is_help=False)

DomainName = Annotated[str, typer.Argument(help="such as chip_design", autocompletion=domains)]
Count = Annotated[int, typer.Option("--number", "-n", help="how many tasks, spread over the families", min=1)]
First = Annotated[int, typer.Option("--first", help="the number to begin at; from 1000000 on for evaluation", min=0)]
Costly = Annotated[bool, typer.Option("--costly", help="the costly families: ten CPU seconds to minutes an execution")]
Family = Annotated[list[str] | None, typer.Option("--family", help="only this one; may be given several times")]


@families.callback(invoke_without_command=True)
def listed(context: typer.Context) -> None:
    """List the families of every domain, and how many of their tasks this home has certified."""
    from orchestration.families_command import list_families

    if context.invoked_subcommand is None:
        raise typer.Exit(list_families(terminal()))


# A number below zero is a number and no option: it is told what it should be.
@families.command(context_settings={"ignore_unknown_options": True})
def draw(
    domain: DomainName,
    family: Annotated[str, typer.Argument(help="its name, as `icwm families` lists it")],
    number: Annotated[int, typer.Argument(help="which of its tasks", min=0)],
) -> None:
    """Show one task: prompt, interface, reference, settings, files."""
    from orchestration.families_command import show_task

    raise typer.Exit(show_task(terminal(), domain, family, number))


@families.command()
def certify(
    domain: DomainName, number: Count = 200, first: First = 0, family: Family = None, costly: Costly = False
) -> None:
    """Certify tasks with the real tools, and say how many certify and what it cost. A killed run goes on."""
    from orchestration.families_command import certify_tasks, drawn

    raise typer.Exit(certify_tasks(terminal(), domain, drawn(domain, family or [], number, first, costly=costly)))


@families.command()
def duplicates(
    domain: DomainName, number: Count = 200, first: First = 0, family: Family = None, costly: Costly = False
) -> None:
    """Say how many of some tasks are nearly the same as another of them."""
    from orchestration.families_command import drawn, say_duplicates

    raise typer.Exit(say_duplicates(terminal(), domain, drawn(domain, family or [], number, first, costly=costly)))


@families.command()
def cost(
    domain: DomainName,
    number: Annotated[int, typer.Option("--number", "-n", help="how many tasks, spread over the families", min=1)] = 1,
    first: First = 0,
    family: Family = None,
    costly: Costly = False,
    mutants: Annotated[int, typer.Option("--mutants", help="mutants of each, beside its reference", min=0)] = 4,
) -> None:
    """Say what a label takes by the real tools and by the world model, and what amplification leaves out."""
    from orchestration.families_command import drawn, say_costs

    raise typer.Exit(say_costs(terminal(), domain, drawn(domain, family or [], number, first, costly=costly), mutants))

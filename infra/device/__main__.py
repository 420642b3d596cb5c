"""The verdicts of the GPU domain held against a GPU: `python -m infra.device`, see docs/domains/gpu_kernels.md.

`pack` writes programs of several populations and their tasks into a folder, `judge` asks the domain's backend about
each, `run` runs each on the device as its author would, and `table` compares. Only `run` needs a GPU, and of this
project's packages only what numpy, torch, triton and safetensors can import: the folder may be carried to a machine
that has one. Programs run there outside the sandbox, as another user where the caller is root: on a machine that
nothing else is on.
"""

import argparse
from pathlib import Path


def main() -> None:
    """Imports what the command needs and nothing else: `run` is for machines without this project's environment."""
    parser = argparse.ArgumentParser(prog="python -m infra.device", description="Holds verdicts against a GPU.")
    commands = parser.add_subparsers(dest="command", required=True)
    packs = commands.add_parser("pack", help="write programs and tasks into the folder")
    packs.add_argument("--set", action="append", default=[], metavar="IMPORTER=FOLDER", help="a public set")
    packs.add_argument("--answers", action="append", default=[], type=Path, help="recorded answers, JSON lines")
    judges = commands.add_parser("judge", help="ask the domain's backend about each program")
    runs = commands.add_parser("run", help="run each program on the device")
    runs.add_argument("--results", type=Path, help="where results go (default: FOLDER)")
    runs.add_argument("--seconds", type=float, default=3600.0, help="when to begin no more")
    judges.add_argument("--device", action="store_true", help="with the device stage, where there is a GPU")
    for command in (judges, runs):
        command.add_argument("--processes", type=int, default=8, help="programs at once")
    tables = commands.add_parser("table", help="verdicts beside what the device did")
    for command in (packs, judges, runs, tables):
        command.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "pack":
        _pack(given)
    elif given.command == "judge":
        from infra.device.verdicts import judge

        judge(given.folder, given.processes, device=given.device)
    elif given.command == "run":
        from infra.device.runs import run

        run(given.folder, given.results or given.folder, given.seconds, given.processes)
    else:
        from infra.device.table import table

        print(table(given.folder))


def _pack(given: argparse.Namespace) -> None:
    from infra.device.programs import Packing

    packing = Packing()
    for text in given.set:
        importer, _, folder = text.partition("=")
        packing.add_set(importer, Path(folder))
    packing.add_own()
    for file in given.answers:
        packing.add_answers(file)
    packing.write(given.folder)


if __name__ == "__main__":
    main()

"""`icwm proof STEP`: the experiment's steps on one home, each apart, so that one of them alone needs a GPU."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from rich.console import Console

from assets.bundles.build import bundle_from_seed
from assets.execution import ExecutionResource
from assets.profile import load_profile
from assets.proof import machine
from assets.proof.arms import D_REAL, FINAL, HALF, NO_REASONING, QUARTER, D
from assets.proof.collection import CollectionPlan, Collector
from assets.proof.corpus_rows import CollectedRows
from assets.proof.examples import Example
from assets.proof.figures import arm_figures, complete, differences
from assets.proof.machine.__main__ import ANSWER, TRAIN
from assets.proof.machine.runner import BASE, CARD
from assets.proof.preparation import ASKED, ProofDials, domain_examples, domain_prompts, write_folder
from assets.proof.prompts import Asked
from assets.proof.report import difference_table, picture, seed_table, share_table, training_table
from assets.proof.verdicts import VERDICTS, Judge, read_answers, read_verdicts
from assets.seeds.made import find_made
from assets.tokens.chat_format import ChatFormat
from assets.tokens.tokenizers import load_tokenizer
from assets.world_model.shipped import answering
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import PROJECT, Settings, read_settings
from resources.domains.registry import get_domain, load_domains
from resources.storage.lake import Lake

PAIRS = (
    (D, BASE),
    (D, FINAL),
    (D, D_REAL),
    (D, NO_REASONING),
    (D, "no_tool_output"),
    (D, "all_turns"),
    (NO_REASONING, "no_tool_output"),
    (NO_REASONING, BASE),
    (NO_REASONING, FINAL),
    (FINAL, BASE),
    (D, HALF),
    (HALF, QUARTER),
)


class Step(StrEnum):
    """In their order."""

    COLLECT = "collect"
    PREPARE = "prepare"
    TRAIN = "train"
    ANSWER = "answer"
    JUDGE = "judge"
    REPORT = "report"


@dataclass(frozen=True)
class Proof:
    """What is asked for. `minutes` is for each domain, of collecting and of judging."""

    domains: Sequence[str]
    base: str
    minutes: float
    dials: ProofDials
    collection: CollectionPlan

    @property
    def settings(self) -> Settings:
        return read_settings()

    @property
    def folder(self) -> Path:
        return self.settings.home.root / "proof"

    @property
    def lake(self) -> Lake:
        return Lake(str(self.folder / "lake"))


def prove(console: Console, step: Step, proof: Proof) -> int:
    """The command's exit status."""
    if unknown := sorted(set(proof.domains) - set(load_domains())):
        NOTES.error("no domain %s; there are: %s", ", ".join(unknown), ", ".join(load_domains()))
        return 2
    proof.settings.home.prepare()
    proof.folder.mkdir(parents=True, exist_ok=True)
    steps: dict[Step, Callable[[Console, Proof], int]] = {
        Step.COLLECT: _collect,
        Step.PREPARE: _prepare,
        Step.TRAIN: partial(_on_machine, phase=TRAIN),
        Step.ANSWER: partial(_on_machine, phase=ANSWER),
        Step.JUDGE: _judge,
        Step.REPORT: _report,
    }
    with ProgressDisplay():
        return steps[step](console, proof)


def _collect(console: Console, proof: Proof) -> int:
    from resources.world_model.prediction import CheckpointWorldModel

    settings = proof.settings
    limits = load_profile(settings.profiles, settings.profile).limits
    model = CheckpointWorldModel(answering(Lake(settings.lake), settings.home.checkpoints), limits=limits)
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    plan = replace(proof.collection, minutes=proof.minutes)
    for name in proof.domains:
        with execution.pool(name) as pool:
            made = Collector(get_domain(name), proof.lake, proof.folder / "journal", pool, plan).run(model)
        console.print(f"{name}: {', '.join(f'{count} {what}' for what, count in made.items())}", highlight=False)
    return 0


def _prepare(console: Console, proof: Proof) -> int:
    """What is trained on comes from the home's own tables and from the collection's; what is asked from the latter."""
    tokenizer = load_tokenizer(proof.base)
    chat = ChatFormat(tokenizer)
    found: list[Example] = []
    asked: list[Asked] = []
    for name in proof.domains:
        domain, journals = get_domain(name), proof.folder / "journal"
        own = CollectedRows(domain, Lake(proof.settings.lake), journals)
        collected = CollectedRows(domain, proof.lake, journals)
        found += [*domain_examples(own, proof.dials), *domain_examples(collected, proof.dials)]
        asked += domain_prompts(collected, chat, proof.dials)
    if not found or not asked:
        NOTES.error("nothing to train on, or nothing to ask: `icwm proof collect` makes both")
        return 1
    made = write_folder(proof.folder / "work", found, asked, tokenizer, proof.dials)
    console.print(f"examples by arm: {made.examples}", highlight=False)
    console.print(f"prompts: {made.prompts}", highlight=False)
    return 0


def _on_machine(console: Console, proof: Proof, phase: str) -> int:
    """In a process of its own, as on a machine that has nothing else of the project."""
    work = proof.folder / "work"
    command = [sys.executable, "-m", machine.__name__, str(work), "--base", proof.base, "--phase", phase]
    return subprocess.run(command, cwd=PROJECT, check=False).returncode


def _judge(console: Console, proof: Proof) -> int:
    """Status 1 where prompts are left."""
    settings, left = proof.settings, 0
    asked, answers = _asked(proof.folder), read_answers(proof.folder / "work" / "answers")
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    for name in proof.domains:
        domain = get_domain(name)
        seeds = {one.seed_id for one in asked if one.domain == name}
        bundles = {seed: bundle_from_seed(task) for seed in seeds if (task := find_made(domain.families, seed))}
        with execution.pool(name) as pool:
            judge = Judge(domain, bundles, pool, proof.folder / f"{name}-{VERDICTS}")
            missing = asyncio.run(judge.run(asked, answers, time.monotonic() + 60 * proof.minutes))
        console.print(f"{name}: {missing} prompts are left", highlight=False)
        left += missing
    return min(1, left)


def _report(console: Console, proof: Proof) -> int:
    asked = _asked(proof.folder)
    verdicts = [one for name in proof.domains for one in read_verdicts(proof.folder / f"{name}-{VERDICTS}")]
    judged = complete(asked, verdicts)
    if not judged.prompts:
        NOTES.error("no prompt is judged for every model yet")
        return 1
    figures, gaps = arm_figures(judged), differences(judged, PAIRS)
    cards = [json.loads(file.read_bytes()) for file in sorted((proof.folder / "work" / "models").glob(f"*/{CARD}"))]
    metrics = list(dict.fromkeys(one.figure.metric for one in figures))
    told = ["## What each arm was trained on", training_table(cards)]
    for metric in metrics:
        told += [f"## {metric}", share_table(figures, metric), difference_table(gaps, metric)]
        told += [seed_table(figures, metric)]
    folder = proof.folder / "report"
    folder.mkdir(exist_ok=True)
    (folder / "tables.md").write_text("\n\n".join(filter(None, told)) + "\n", encoding="utf-8")
    (folder / "proof.svg").write_text(picture(figures, judged), encoding="utf-8")
    rows = [asdict(one) for one in figures]
    (folder / "figures.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    console.print(f"written: {folder}", soft_wrap=True, highlight=False)
    return 0


def _asked(folder: Path) -> list[Asked]:
    lines = (folder / "work" / ASKED).read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Asked(**(row | {"fault_kinds": tuple(row["fault_kinds"])})) for row in rows]

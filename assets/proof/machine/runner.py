"""The runner: trains and asks every arm and seed of a prepared folder.

Several models at a time where a GPU is there, since small ones leave it idle. What is in `answers/` already is not made
again; a model's answers are written when all are there, so a cut-off loses what was under way and no more.
"""

import json
import multiprocessing
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.proof.machine.answering import answers, read_prompts
from assets.proof.machine.training import Dials, load_model, train

BASE = "base"
"""The arm that is not trained."""


@dataclass(frozen=True)
class Job:
    """One model to be trained and asked."""

    arm: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.arm}-{self.seed}"


def jobs(plan: dict[str, Any]) -> list[Job]:
    """Seed after seed, so that a short time has whole comparisons."""
    trained = [Job(arm, seed) for seed in plan["seeds"] for arm in plan["arms"]]
    return [Job(BASE, 0), *trained]


def done(out: Path) -> set[str]:
    cards = (json.loads(line) for file in out.glob("cards.jsonl") for line in file.open(encoding="utf-8"))
    return {card["job"] for card in cards}


def run(folder: Path, base: str, out: Path, at_once: int, seconds: float, only: Sequence[str] = ()) -> int:
    """How many models are still missing. None is begun after `seconds`."""
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    finished, started = done(out), time.time()
    missing = [job for job in jobs(plan) if job.name not in finished and (not only or job.arm in only)]
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as pool:
        under_way = [pool.submit(one_job, job, folder, base, plan, started + seconds) for job in missing]
        for future in as_completed(under_way):
            try:
                rows, card = future.result()
            except Exception as error:
                print(f"failed: {type(error).__name__}: {error}", flush=True)
                continue
            if not card:
                continue
            with (out / f"answers-{card['arm']}.jsonl").open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows)
            with (out / "cards.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(card) + "\n")
            took = f"trained {card.get('seconds', 0)} s, answered {card['answering seconds']} s"
            print(f"{card['job']}: {took}, {time.time() - started:.0f} s in all", flush=True)
    return len([job for job in missing if job.name not in done(out)])


def one_job(
    job: Job, folder: Path, base: str, plan: dict[str, Any], ends: float
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Nothing where the time is over before it begins."""
    import torch
    from transformers import AutoTokenizer

    if time.time() > ends:
        return [], {}
    torch.set_num_threads(max(1, (os.cpu_count() or 2) // 8) if torch.cuda.is_available() else os.cpu_count() or 1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    card: dict[str, Any] = {}
    if job.arm == BASE:
        model = load_model(base).to(device)
    else:
        dials = Dials(**plan["training"])
        model, card = train(base, folder / "arms" / job.arm, dials, job.seed, lambda text: _say(job, text))
    if device == "cuda":
        model = model.to(torch.bfloat16)
        torch.cuda.empty_cache()
    began = time.time()
    made = answers(
        model,
        AutoTokenizer.from_pretrained(base),
        read_prompts(folder / "prompts.parquet"),
        plan["new_tokens"],
        plan["at_once"],
    )
    rows = [{"arm": job.arm, "seed": job.seed, **asdict(one)} for one in made]
    said = {"job": job.name, "arm": job.arm, "seed": job.seed, **card, "device": _device()}
    return rows, said | {"answering seconds": round(time.time() - began, 1)}


def _say(job: Job, text: str) -> None:
    print(f"{job.name}: {text}", flush=True)


def _device() -> str:
    import torch

    return torch.cuda.get_device_name(0) if torch.cuda.is_available() else "CPU"

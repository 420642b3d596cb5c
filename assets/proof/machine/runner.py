"""The runner: trains the arms of a prepared folder, then asks each model; two phases, each of which goes on.

Several models at a time where a GPU is there, since small ones leave it idle. Answering waits for training: beside
training kernels of other processes a token takes ten times as long. Answers are written batch by batch, so a cut-off
loses the batch that was under way.
"""

import json
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.proof.machine.answering import answers, read_prompts
from assets.proof.machine.training import Dials, load_model, train

BASE = "base"
"""The arm that is not trained."""
CARD = "card.json"


@dataclass(frozen=True)
class Job:
    """One model to be trained and asked."""

    arm: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.arm}-{self.seed}"


@dataclass(frozen=True)
class Bench:
    """Where everything is. No model is begun after `ends`, in seconds since 1970."""

    folder: Path
    base: str
    out: Path
    ends: float

    @property
    def plan(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "plan.json").read_text(encoding="utf-8"))
        return found

    def model(self, job: Job) -> Path:
        return self.folder / "models" / job.name

    def answers(self, job: Job) -> Path:
        return self.out / f"answers-{job.name}.jsonl"

    def jobs(self, only: Sequence[str] = ()) -> list[Job]:
        """Seed after seed, so that a short time has whole comparisons."""
        found = [Job(BASE, 0), *(Job(arm, seed) for seed in self.plan["seeds"] for arm in self.plan["arms"])]
        return [job for job in found if not only or job.arm in only]


def train_all(bench: Bench, at_once: int, only: Sequence[str] = ()) -> int:
    """How many are not trained."""
    missing = [job for job in bench.jobs(only) if job.arm != BASE and not (bench.model(job) / CARD).is_file()]
    return _each(train_one, bench, missing, at_once)


def answer_all(bench: Bench, at_once: int, only: Sequence[str] = ()) -> int:
    """How many did not answer all prompts; of models that are trained."""
    bench.out.mkdir(parents=True, exist_ok=True)
    ready = [job for job in bench.jobs(only) if job.arm == BASE or (bench.model(job) / CARD).is_file()]
    return _each(answer_one, bench, ready, at_once)


def _each(work: Callable[[Job, Bench], bool], bench: Bench, jobs: Sequence[Job], at_once: int) -> int:
    """Each in a process of the pool. How many are left undone; what failed is said and costs the others nothing."""
    done = 0
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as pool:
        under_way = {pool.submit(work, job, bench): job for job in jobs}
        for future in as_completed(under_way):
            try:
                done += future.result()
            except Exception as error:
                say(under_way[future], f"failed: {type(error).__name__}: {error}")
    return len(jobs) - done


def train_one(job: Job, bench: Bench) -> bool:
    import torch

    if time.time() > bench.ends:
        return False
    _share_processors()
    dials = Dials(tokens=bench.plan["tokens"][job.arm], **bench.plan["training"])
    model, card = train(bench.base, bench.folder / "arms" / job.arm, dials, job.seed, lambda text: say(job, text))
    folder = bench.model(job)
    model.to(torch.bfloat16).save_pretrained(folder)
    told = {"arm": job.arm, "seed": job.seed, **card, "device": _device()}
    (folder / CARD).write_text(json.dumps(told) + "\n", encoding="utf-8")
    say(job, f"trained in {card['seconds']} s")
    return True


def answer_one(job: Job, bench: Bench) -> bool:
    import torch
    from transformers import AutoTokenizer

    file, plan = bench.answers(job), bench.plan
    known = {json.loads(line)["prompt_id"] for line in file.open(encoding="utf-8")} if file.is_file() else set()
    prompts = [one for one in read_prompts(bench.folder / "prompts.parquet") if one.prompt_id not in known]
    if not prompts:
        return True
    if time.time() > bench.ends:
        return False
    _share_processors()
    model = load_model(bench.base if job.arm == BASE else str(bench.model(job)))
    if torch.cuda.is_available():
        model = model.to("cuda", torch.bfloat16)
    tokenizer, began = AutoTokenizer.from_pretrained(bench.base), time.time()
    with file.open("a", encoding="utf-8") as written:
        for one in answers(model, tokenizer, prompts, plan["new_tokens"], plan["at_once"]):
            written.write(json.dumps({"arm": job.arm, "seed": job.seed, **asdict(one)}) + "\n")
            written.flush()
    say(job, f"{len(prompts)} prompts answered in {time.time() - began:.0f} s")
    return True


def say(job: Job, text: str) -> None:
    print(f"{job.name}: {text}", flush=True)


def _share_processors() -> None:
    """Beside a GPU there are other models' processes."""
    import torch

    if torch.cuda.is_available():
        torch.set_num_threads(max(1, (os.cpu_count() or 2) // 8))


def _device() -> str:
    import torch

    return torch.cuda.get_device_name(0) if torch.cuda.is_available() else "CPU"

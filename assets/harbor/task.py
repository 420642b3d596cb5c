"""HarborTask: one certified bundle as a folder in Harbor's form. Which bundles are exported is `export`.

What an agent sees is `instruction.md` and `environment/`: both come from the bundle's prompt and from files that its
author may read. The bundle itself, bench and reference with it, lies in `tests/`, which only the verifier's container
gets, and the reference in `solution/`, which only the oracle gets.
"""

import json
import math
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import tomli_w

from assets.corpus.splits import CorpusSplit
from assets.harbor.image import Images
from resources.domains.domain import Domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.attempt import task_messages
from resources.generation.prompting.messages import Message

SCHEMA = "1.4"
"""Of `task.toml`, as Harbor 0.26 writes it."""
ANSWERS = "/app"
"""Where an agent's file is taken from, and where the verifier finds it."""
ROOT = "ICWM_HARBOR_ROOT"
"""The variable that puts the scripts' absolute paths below a folder, where there is no container."""
AGENT_SECONDS = 1800.0
_DIFFICULTY = {1: "easy", 2: "easy", 3: "medium"}
_MEBIBYTE = 1 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")

_DELIVERY = """\
# Where the file goes

You work in a container here, not in a chat: write the whole file to `{path}`, with that name, instead of answering with
a block. It alone is executed, after you have ended; the reward is 1 where it passes, and 0 where it fails or is not
there. The tools are installed, and there is no network.
"""
_TEST = """\
#!/usr/bin/env bash
# Runs the answer with the real tools: reward 1 where it passes, 0 where it fails. Where the tools cannot say, there is
# no reward, and the status is not 0.
set -euo pipefail
root="${{{root}:-}}"
here="$(cd "$(dirname "${{BASH_SOURCE[0]}}")" && pwd)"
mkdir -p "$root/logs/verifier"
exec icwm judge "$here/bundle.json" "$root"{answer} --absent-fails --reward "$root/logs/verifier/reward.txt"
"""
_SOLVE = """\
#!/usr/bin/env bash
# Hands in the reference.
set -euo pipefail
here="$(cd "$(dirname "${{BASH_SOURCE[0]}}")" && pwd)"
cp "$here"/{name} "${{{root}:-}}"{answer}
"""
_COMPOSE = """\
# The candidate runs in a sandbox of its own inside of this container, which needs namespaces to make one.
services:
  main:
    security_opt:
      - seccomp=unconfined
      - apparmor=unconfined
      - systempaths=unconfined
"""


@dataclass(frozen=True)
class HarborTask:
    """`row` is the bundle's in `environment_bundles`; `name` is unique in an export."""

    name: str
    split: CorpusSplit
    domain: Domain
    seed: TaskSeed
    bundle: EnvironmentBundle
    row: Mapping[str, Any]

    @property
    def answer(self) -> str:
        """The path that an agent writes to."""
        return f"{ANSWERS}/{self.bundle.candidate_file}"

    def files(self, images: Images) -> dict[str, str]:
        """By path in the task's folder."""
        messages = task_messages(self.domain, self.bundle, self.domain.instructions(self.bundle))
        return {
            "task.toml": tomli_w.dumps(self._settings()),
            "instruction.md": _instruction(messages, self.answer),
            "messages.json": json.dumps([_said(message) for message in messages], indent=1, ensure_ascii=False) + "\n",
            **{f"environment/{name}": text for name, text in self._environment(images).items()},
            **{f"tests/{name}": text for name, text in self._tests(images).items()},
            "solution/solve.sh": _SOLVE.format(
                root=ROOT, name=shlex.quote(self.bundle.candidate_file), answer=shlex.quote(self.answer)
            ),
            f"solution/{self.bundle.candidate_file}": self.bundle.reference,
        }

    def _environment(self, images: Images) -> dict[str, str]:
        shown = self.domain.instructions(self.bundle).files
        given = "COPY given/ ./\n" if shown else ""
        dockerfile = f"FROM {images.tools}\nWORKDIR {ANSWERS}\n{given}"
        return {"Dockerfile": dockerfile, **{f"given/{name}": self.bundle.files[name] for name in shown}}

    def _tests(self, images: Images) -> dict[str, str]:
        return {
            "Dockerfile": f"FROM {images.judge}\nCOPY . /tests/\nRUN mkdir -p /logs/verifier\nWORKDIR {ANSWERS}\n",
            "docker-compose.yaml": _COMPOSE,
            "bundle.json": self.bundle.canonical() + "\n",
            "test.sh": _TEST.format(root=ROOT, answer=shlex.quote(self.answer)),
        }

    def _settings(self) -> dict[str, Any]:
        limits = self.bundle.limits
        memory = math.ceil(limits.memory_bytes / _MEBIBYTE)
        box: dict[str, Any] = {
            "build_timeout_sec": 3600.0,
            "cpus": 1,
            "memory_mb": 4096 + memory,
            "storage_mb": 20480,
            "network_mode": "no-network",
        }
        return {
            "schema_version": SCHEMA,
            "artifacts": [self.answer],
            "task": {
                "name": f"icwm/{self.name}",
                "version": self.bundle.hash[:12],
                "description": self.seed.title,
                "keywords": [self.bundle.domain, self.seed.origin.source, f"tier-{self.seed.tier}"],
            },
            "metadata": self._metadata(),
            "agent": {"timeout_sec": AGENT_SECONDS},
            "environment": {**box, "workdir": ANSWERS},
            "verifier": {
                # Each step has as long as it takes at a load of twenty on one core; few executions have more than four.
                "timeout_sec": 4 * limits.safety_net_s,
                "environment_mode": "separate",
                "environment": box,
            },
        }

    def _metadata(self) -> dict[str, Any]:
        origin, row = self.seed.origin, self.row
        score = {} if row["mutation_score"] is None else {"mutation_score": row["mutation_score"]}
        return {
            "category": self.bundle.domain,
            "difficulty": _DIFFICULTY.get(self.seed.tier, "hard"),
            "tags": [self.bundle.domain, origin.source, *self.seed.tags],
            "domain": self.bundle.domain,
            "seed_id": self.bundle.seed_id,
            "bundle_hash": self.bundle.hash,
            "split": self.split.value,
            "tier": self.seed.tier,
            "licence": origin.licence,
            "source": origin.source,
            "source_commit": origin.commit,
            "source_path": origin.path,
            "source_url": origin.url,
            "candidate_file": self.bundle.candidate_file,
            "weak": row["weak"],
            **score,
            "toolchain": row["toolchain"],
            "toolchain_versions": dict(row["toolchain_versions"]),
        }


def task_name(domain: str, seed_id: str) -> str:
    """A folder's name for a seed, and the part of a package's name after the slash."""
    return _UNSAFE.sub("-", f"{domain}-{seed_id}").strip("-.").replace("..", "-")


def _instruction(messages: tuple[Message, Message], answer: str) -> str:
    """What a generator is shown, byte for byte, and where a container's answer goes."""
    return "\n\n".join([*(message.content for message in messages), _DELIVERY.format(path=answer)])


def _said(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content}

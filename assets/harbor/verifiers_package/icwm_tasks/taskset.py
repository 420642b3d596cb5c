"""The taskset: what a generator is shown as prompt, and the judge's verdict on the reply as reward.

A reply that the tools cannot judge is an error of the rollout and no reward of 0: mask it, or try again.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

from icwm_tasks.folders import EXPORT, judge_program, judge_reply, read_tasks


class IcwmTaskConfig(vf.TaskConfig):
    command: str = "icwm"
    """The judge: a name on PATH, or the path of `icwm` in its own virtual environment."""


class IcwmData(vf.TaskData):
    bundle_hash: str
    domain: str
    tier: int
    licence: str


class IcwmTask(vf.Task[IcwmData, vf.State, IcwmTaskConfig]):
    folder: Path
    """Kept off the data, so that traces name no path of this machine."""
    reference: Path

    @property
    def key(self) -> str:
        return self.data.bundle_hash

    @vf.reward(weight=1.0)
    async def passed(self, trace: vf.Trace) -> float:
        return await judge_reply(self.folder, trace.last_reply, self.config.command)

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the reference earns 1."""
        return await judge_program(self.folder, self.reference, self.config.command) == 1.0


class IcwmConfig(vf.TasksetConfig):
    folder: Path = EXPORT
    """The export, where this package is not installed from it with `pip install -e`."""
    split: str = "train"
    task: IcwmTaskConfig = IcwmTaskConfig()


class IcwmTaskset(vf.Taskset[IcwmTask, IcwmConfig]):
    def load(self) -> Iterable[IcwmTask]:
        for found in read_tasks(self.config.folder, self.config.split):
            told = found.metadata
            data = IcwmData(
                id=told["seed_id"],
                name=found.path.name,
                description=found.settings["task"]["description"],
                prompt=found.question,
                system_prompt=found.system,
                timeout=vf.TaskTimeout(scoring=found.settings["verifier"]["timeout_sec"]),
                bundle_hash=told["bundle_hash"],
                domain=told["domain"],
                tier=told["tier"],
                licence=told["licence"],
            )
            task = IcwmTask(data, self.config.task)
            task.folder, task.reference = found.path, found.reference
            yield task


def load_environment(**taskset: Any) -> vf.Env:
    """One question, one answer: `load_environment(split="test")` for code that builds its environment by hand."""
    agent = {"harness": {"id": "null"}}
    config = vf.SingleAgentEnvConfig.model_validate({"taskset": {"id": "icwm-tasks", **taskset}, "agent": agent})
    return vf.load_environment(config)

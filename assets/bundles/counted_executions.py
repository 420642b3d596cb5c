"""CountedExecutions: what certification has run so far, as a stage's progress says it.

A bundle takes dozens of executions, and on a busy machine minutes, in which nothing else is finished.
"""

import time

from assets.bundles.certification import Execute
from assets.progress import ProgressReporter
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation

SAY_EVERY_S = 0.5


class CountedExecutions:
    """An `Execute` that hands on to another. What raises is no execution."""

    def __init__(self, execute: Execute, progress: ProgressReporter) -> None:
        self._execute = execute
        self._progress = progress
        self._done = 0
        self._said = 0.0

    async def __call__(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        observation = await self._execute(bundle, candidate)
        self._done += 1
        if time.monotonic() - self._said >= SAY_EVERY_S:
            self._said = time.monotonic()
            self._progress.say(f"{self._done} execution{'' if self._done == 1 else 's'}")
        return observation

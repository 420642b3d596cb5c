"""The whole graph, run for a program. The runs are ordinary Dagster runs on the home's instance, so the UI has them."""

import os
from collections.abc import Sequence
from itertools import chain

from orchestration.definitions import build_defs
from orchestration.instance import close_abandoned_runs, open_instance
from orchestration.run_graph import LAUNCHER_TAG, PROFILE_TAG, RunResult, materialise
from orchestration.run_lock import only_run
from orchestration.settings import Settings


def run_campaign(settings: Settings, domains: Sequence[str]) -> RunResult:
    """All phases' results as one. Raises HomeInUse."""
    with only_run(settings.home), open_instance(settings.home) as instance:
        close_abandoned_runs(instance)
        tags = {LAUNCHER_TAG: str(os.getpid()), PROFILE_TAG: settings.profile}
        results = [result for _, result in materialise(build_defs(settings=settings), instance, domains, tags)]
    return RunResult(
        tuple(chain.from_iterable(result.stages for result in results)),
        tuple(chain.from_iterable(result.failed_checks for result in results)),
        tuple(chain.from_iterable(result.errors for result in results)),
        tuple(chain.from_iterable(result.warnings for result in results)),
    )

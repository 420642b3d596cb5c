"""Runs the toy domain with a generator behind an endpoint, for test_endpoint_graph: prints what came of it as JSON.

A process of its own, since the toy domain joins the registry before the graph is built.
"""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import dagster as dg
import yaml

from assets.seeds.purposes import Purpose, say_purpose
from tests.endpoint_server.application import Stub
from tests.endpoint_server.replies import Body
from tests.endpoint_server.server import EndpointServer
from tests.home import settings_in
from tests.tools.tiny_base import tiny_base

DOMAIN = "toy_arithmetic"
ANSWERED = 12
"""Of the 15 requests that six trajectories take: at least three of them are finished, in whatever order."""

SOLUTIONS = {
    "three times x, plus two": "3 * x + 2",
    "x plus four, times x less three": "(x + 4) * (x - 3) + 6 * x",
}
"""By what a task's prompt says."""

QUICK = {"attempts": 3, "first_wait_s": 0.01, "longest_wait_s": 0.05, "dead_after": 3, "dead_after_s": 0.05}


@dataclass
class SolvesSome:
    """Wrong at first, then right for two of the tasks, never for the others; `mute`: then without closing the fence."""

    mute: bool = False

    def __call__(self, body: Body, tag: str) -> str:
        told = str(body["messages"])
        solution = next((code for value, code in SOLUTIONS.items() if value in told), "")
        code = solution if len(body["messages"]) > 2 else "x"
        return f"{code or '7 * x'}{'' if self.mute and not solution else chr(10)}"


def generators(server: EndpointServer, **endpoint: Any) -> dict[str, Any]:
    prices = {"prompt": 1.0, "completion": 2.0}
    stub = {"base_url": server.base_url, "model": "stub-model", "prices": prices, "retries": QUICK} | endpoint
    mixture = [
        {"kind": "endpoint", "name": "stub", "share": 0.6, "endpoint": stub},
        {"kind": "fault_injection", "share": 0.4},
    ]
    return {"generation": {"config": {"generators": mixture}}}


class Runner:
    """The graph over one home; each call is one Dagster run."""

    def __init__(self, root: Path, **settings: Any) -> None:
        from orchestration.definitions import build_defs

        self.settings = replace(settings_in(root), **({"profile": "endpoint"} | settings))
        self._job = build_defs(settings=self.settings).resolve_implicit_global_asset_job_def()

    def __call__(
        self, assets: list[str], resources: dict[str, Any], *, partition: str | None = DOMAIN
    ) -> dict[str, Any]:
        from orchestration.instance import open_instance

        with open_instance(self.settings.home) as instance:
            result = self._job.execute_in_process(
                instance=instance,
                partition_key=partition,
                asset_selection=[dg.AssetKey(name) for name in assets],
                run_config={"resources": resources, "loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
                raise_on_error=False,
            )
            logged = [entry.dagster_event for entry in instance.all_logs(result.run_id)]
        events = [event for event in logged if event]
        return {
            "success": result.success,
            "errors": [str(event.step_failure_data.error) for event in events if event.is_step_failure],
            "checks failed": [
                event.asset_check_evaluation_data.check_name
                for event in events
                if event.event_type is dg.DagsterEventType.ASSET_CHECK_EVALUATION
                and not event.asset_check_evaluation_data.passed
            ],
            "materialised": [
                event.asset_key.to_user_string()
                for event in events
                if event.event_type is dg.DagsterEventType.ASSET_MATERIALIZATION and event.asset_key
            ],
        }

    def rows(self, table: str, partition: str = DOMAIN) -> list[dict[str, Any]]:
        from resources.storage.lake import Lake

        return Lake(self.settings.lake).read(table, partition).to_dicts()


def dies_and_comes_back(runner: Runner) -> dict[str, Any]:
    """The server answers most requests, then breaks; the next run finds it well again."""
    stub = Stub(program=SolvesSome(), behaviour="500")
    stub.script.extend(["answer"] * ANSWERED)
    with EndpointServer(stub) as server:
        resources = generators(server, concurrency=1)
        seeds = runner(["task_seeds", "environment_bundles"], resources)
        died = runner(["real_trajectories"], resources)
        kept = runner.rows("real_trajectories")
        stub.behaviour, answered = "answer", len(stub.requests)
        resumed = runner(["real_trajectories"], resources)
        asked = [json.dumps(body) for body in stub.requests[answered:]]
        again = runner(["real_trajectories"], resources)
        return {
            "seeds": seeds,
            "died": died,
            "kept": kept,
            "resumed": resumed,
            "rows": runner.rows("real_trajectories"),
            "asked twice": len(asked) - len({*asked}),
            "answered asked again": len({*asked} & {json.dumps(body) for body in stub.requests[:ANSWERED]}),
            "again": again,
            "asked by a third run": len(stub.requests) - answered - len(asked),
        }


def whole_graph(runner: Runner) -> dict[str, Any]:
    """Training, amplification (no code for one task) and audit with the mixture; an audit without the endpoint."""
    stub = Stub(program=SolvesSome(mute=True))
    with EndpointServer(stub) as server:
        resources = generators(server)
        turns = runner(["execution_turns"], resources)
        trained = runner(["icwm_checkpoint", "champion_log"], resources, partition=None)
        amplified = runner(["icwm_fidelity", "amplified_trajectories"], resources)
        answered = len(stub.requests)
        audited = runner(["audit_reports", "reasoning_corpus"], resources)
        asked_by_audit = len(stub.requests) - answered
    alone = runner(["audit_reports"], {})
    cost = runner(["generation_cost"], {}, partition=None)
    reports = [(runner.settings.home.root / row["report_path"]).read_text() for row in runner.rows("audit_reports")]
    return {
        "runs": [turns, trained, amplified, audited, alone, cost],
        "amplified": runner.rows("amplified_trajectories"),
        "asked by the audit": asked_by_audit,
        "audits": runner.rows("audit_reports"),
        "reports": reports,
        "corpus": runner.rows("reasoning_corpus"),
        "cost": runner.rows("generation_cost", "all"),
    }


def next_round(runner: Runner) -> dict[str, Any]:
    """A tiny base is trained on the corpus; then it writes half of the trajectories, served by transformers."""
    root = runner.settings.home.root
    usual = yaml.safe_load((runner.settings.profiles / "endpoint.yaml").read_text(encoding="utf-8"))
    base = {"thinking_base": tiny_base(root / "base"), "thinking_recipe": "recipe.yaml"}
    (root / "thinking.yaml").write_text(yaml.safe_dump({**usual, **base}), encoding="utf-8")
    recipe = {"length": 8192, "training": {"steps": 4, "learning_rate": 0.02, "accumulated": 1}}
    (root / "recipe.yaml").write_text(yaml.safe_dump(recipe), encoding="utf-8")
    own = Runner(root, profile="thinking", profiles=root)
    views = own(["turn_completions"], {})
    trained = own(["thinking_model"], {}, partition=None)
    before = {row["trajectory_id"] for row in own.rows("real_trajectories")}
    mixture = [
        {"kind": "thinking_model", "share": 0.5, "thinking": {"engine": "transformers", "max_tokens": 8}},
        {"kind": "fault_injection", "share": 0.5},
    ]
    written = own(["real_trajectories"], {"generation": {"config": {"generators": mixture}}})
    rows = own.rows("real_trajectories")
    newest = runner.settings.home.newest_model
    return {
        "runs": [views, trained, written],
        "model": newest.name if newest else "",
        "made": [row for row in rows if row["trajectory_id"] not in before],
    }


def main(toys: str, home: str) -> None:
    import resources.domains

    resources.domains.__path__.append(toys)
    runner = Runner(Path(home))
    say_purpose(runner.settings.home.purposes, "toy", Purpose.TRAIN)
    found = {"resume": dies_and_comes_back(runner), "graph": whole_graph(runner), "next": next_round(runner)}
    print(json.dumps(found, default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])

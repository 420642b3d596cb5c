"""What `icwm run` says of a run in which a step failed: no asset goes missing from its table."""

import dagster as dg
import pytest

from assets.generation.config import EndpointConfig, GeneratorConfig, Kind
from orchestration.dagster_log import LOGGERS
from orchestration.home_activity import RunState, unmade
from orchestration.log_output import OUTPUT, LogSettings
from orchestration.run_command import say_failures, untold_failures, warn_of_absent
from orchestration.run_graph import INTERRUPTED_TAG, RunResult, read_events, run_assets


@dg.asset
def first() -> dg.MaterializeResult[None]:
    return dg.MaterializeResult(metadata={"dagster/row_count": 3})


@dg.asset(deps=[first])
def broken() -> None:
    raise dg.Failure("no disk left")


@dg.asset(deps=[broken])
def after() -> None: ...


def test_what_failed_and_what_was_not_run_are_in_the_table() -> None:
    run = dg.materialize([first, broken, after], raise_on_error=False)
    result = read_events(run.all_events, "chip_design", ["first", "after", "broken"])
    assert [(stage.asset, stage.trouble, stage.rows) for stage in result.stages] == [
        ("first", "", 3),
        ("broken", "failed", None),
        ("after", "not run", None),
    ]
    assert result.errors == ("broken chip_design: no disk left",)


@dg.asset(deps=[first])
def ended() -> None:
    raise KeyboardInterrupt


def test_what_somebody_ended_has_not_failed() -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        definitions = dg.Definitions([first, ended], loggers=LOGGERS)
        result = run_assets(definitions, instance, [first.key, ended.key], None, {})
        [run] = instance.get_runs()
        state = RunState(run.run_id, "failure", "", ("ended", "first"), "")
        assert unmade(instance, state).assets == ("ended",)
    assert [(stage.asset, stage.trouble) for stage in result.stages] == [("first", ""), ("ended", "interrupted")]
    assert run.tags[INTERRUPTED_TAG] == "true"


@dg.asset_check(asset=first)
def too_low() -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=False)


@dg.asset_check(asset=first)
def unusual() -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=False, severity=dg.AssetCheckSeverity.WARN, description="3 rows, mostly 30")


@dg.asset_check(asset=first, blocking=True)
def far_too_low() -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=False, description="0 of 2 bundles are certified")


def test_a_blocking_check_says_its_reason_and_no_exceptions_class() -> None:
    run = dg.Definitions([first], asset_checks=[far_too_low]).resolve_implicit_global_asset_job_def()
    result = read_events(run.execute_in_process(raise_on_error=False).all_events, "chip_design", ["first"])
    assert result.failed_checks == ("first.far_too_low chip_design: 0 of 2 bundles are certified",)
    assert result.errors == ("first_far_too_low chip_design: the check failed, and nothing behind it was run",)


def test_what_failed_is_told_from_what_is_only_a_warning() -> None:
    run = dg.Definitions([first], asset_checks=[too_low, unusual]).resolve_implicit_global_asset_job_def()
    result = read_events(run.execute_in_process().all_events, "chip_design", ["first"])
    assert result.failed_checks == ("first.too_low chip_design",)
    assert result.warnings == ("first.unusual chip_design: 3 rows, mostly 30",)


def test_a_failed_run_says_its_reasons_at_once_each_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    OUTPUT.configure(LogSettings(quiet=True))
    say_failures(RunResult((), ("audit_reports.gate chip_design: below\n.9",), ("task_seeds chip_design: no lake",)))
    say_failures(RunResult((), ("audit_reports.gate chip_design: stops nothing",), ()))
    assert capsys.readouterr().err.splitlines() == [
        "  check failed: audit_reports.gate chip_design: below …",
        "  failed: task_seeds chip_design: no lake",
    ]


def test_a_reason_that_was_just_told_is_not_told_again() -> None:
    """A dead endpoint is one sentence; of an earlier domain it stands once more in the end, an hour later."""
    early = RunResult((), (), ("real_trajectories chip_design: nobody answers",))
    last = RunResult((), ("audit_reports.gate cad_modeling: below",), ("task_seeds cad_modeling: no lake\nat line 3",))
    untold = untold_failures([early, last], interrupted=False)
    assert list(untold) == [
        "failed: real_trajectories chip_design: nobody answers",
        "failed: task_seeds cad_modeling: no lake\nat line 3",
    ]
    assert list(untold_failures([early], interrupted=False)) == []
    only_checks = RunResult((), ("audit_reports.gate cad_modeling: below",), ())
    assert list(untold_failures([only_checks], interrupted=False)) == [
        "check failed: audit_reports.gate cad_modeling: below"
    ]
    assert list(untold_failures([early, only_checks], interrupted=True)) == [
        "check failed: audit_reports.gate cad_modeling: below"
    ]


def test_an_endpoint_that_is_not_there_is_told_before_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    OUTPUT.configure(LogSettings())
    nobody = EndpointConfig(base_url="http://127.0.0.1:9/v1", model="qwen")
    warn_of_absent([GeneratorConfig(), GeneratorConfig(kind=Kind.endpoint, name="hosted", endpoint=nobody)])
    said = "warning: generator hosted: http://127.0.0.1:9/v1 is not reached: nothing listens there\n"
    assert capsys.readouterr().err == said

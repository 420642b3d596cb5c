"""What a program did, from what its process left: in a process of its own, by the domain's rule of comparison."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from infra.device.inputs import read_inputs, without_bounds
from resources.domains.gpu_kernels.execution.arrays import Array, by_case, read_arrays
from resources.domains.gpu_kernels.execution.comparison import compare_all
from resources.domains.gpu_kernels.execution.dense_tensors import arrays_of, cases_of
from resources.domains.gpu_kernels.execution.oracle import Trial
from resources.domains.gpu_kernels.execution.stages.cuda.results import read_results
from resources.domains.gpu_kernels.execution.stages.cuda.signature import read_signature
from resources.execution.bundle import EnvironmentBundle

COMPARED = "compared.json"
_FAULTS = ("illegal memory access", "misaligned address", "illegal instruction", "unspecified launch failure")
_REFUSALS = ("CompilationError", "OutOfResources", "CompileTimeAssertionFailure", "UnsupportedLanguageConstruct")


def comparing(bundle: EnvironmentBundle, runs: Sequence[tuple[str, Path]], code: int | None) -> Callable[[], None]:
    """In the program's folder, after its process has ended with `code`."""

    def action() -> None:
        Path(COMPARED).write_text(json.dumps(_compared(bundle, runs, code)))

    return action


def read(folder: Path) -> Mapping[str, Any]:
    """`did` is right, wrong, refused, fault, exception, timeout, died; `said` how."""
    try:
        said: dict[str, Any] = json.loads((folder / COMPARED).read_text())
    except (OSError, ValueError):
        log = (folder / "compare.log").read_text()[-600:] if (folder / "compare.log").exists() else ""
        return {"did": "not compared", "said": log}
    return said


def _compared(bundle: EnvironmentBundle, runs: Sequence[tuple[str, Path]], code: int | None) -> dict[str, Any]:
    of_one_run = _of_cuda if bundle.settings["language"] == "cuda" else _of_triton
    report = _report()
    ended = _ended_early(report, code)
    if ended is not None:
        return ended
    messages, coarse = dict[str, str](), dict[str, str]()
    for label, inputs in runs:
        trial = read_inputs(inputs)
        try:
            messages[label], coarse[label] = of_one_run(bundle, trial, label, report)
        except (OSError, ValueError) as error:
            messages[label], coarse[label] = f"no outputs: {error}", ""
    wrong = next((text for text in messages.values() if text), "")
    own = [text for label, text in messages.items() if label.split("-")[0] == runs[0][0]]
    return {
        "did": "wrong" if wrong else "right",
        "said": wrong[:400],
        "runs": {label: bool(text) for label, text in messages.items()},
        "steady": len({bool(text) for text in own}) < 2,
        "coarse": next((text for text in coarse.values() if text), "")[:300],
    }


def _report() -> dict[str, Any]:
    try:
        report: dict[str, Any] = json.loads(Path("report.json").read_text())
    except (OSError, ValueError):
        return {}
    return report


def _ended_early(report: Mapping[str, Any], code: int | None) -> dict[str, Any] | None:
    log = Path("log").read_text(errors="replace")[-400:] if Path("log").exists() else ""
    if code is None:
        return {"did": "timeout", "said": log, "runs_done": list(report.get("runs", {}))}
    error = report.get("error")
    if error:
        said = f"{error['type']}: {error['text']} (line {error['line']})"
        did = "exception"
        if any(word in said for word in _FAULTS):
            did = "fault"
        elif any(word in error["type"] for word in _REFUSALS):
            did = "refused"
        return {"did": did, "said": said[-700:], "stage": report["stage"], "runs_done": list(report.get("runs", {}))}
    if code != 0:
        did = "fault" if any(word in log for word in _FAULTS) else "died"
        return {"did": did, "said": f"exit {code}: {log}"}
    return None


def _of_triton(bundle: EnvironmentBundle, trial: Trial, label: str, report: Mapping[str, Any]) -> tuple[str, str]:
    said = report["runs"][label]
    if said["unusable"]:
        return str(said["unusable"]), ""
    if said["changed"]:
        return f"case {said['changed'][0]}: an input was changed", ""
    results = by_case(read_arrays(Path(f"outputs-{label}.safetensors").read_bytes()), said["cases"])
    return _differences(bundle, trial, results)


def _of_cuda(bundle: EnvironmentBundle, trial: Trial, label: str, _: Mapping[str, Any]) -> tuple[str, str]:
    results = read_results(read_signature(bundle.settings), cases_of(trial), Path(f"outputs-{label}.bin").read_bytes())
    for number, result in enumerate(results):
        if result.changed_inputs:
            return f"case {number}: the input {result.changed_inputs[0]} was changed", ""
    return _differences(bundle, trial, [arrays_of(result.outputs) for result in results])


def _differences(bundle: EnvironmentBundle, trial: Trial, results: Sequence[Sequence[Array]]) -> tuple[str, str]:
    """By each element's tolerance, and by the bounds of the error as a whole where the task has any."""
    return (
        compare_all(results, without_bounds(trial), bundle).message,
        compare_all(results, trial, bundle).message if trial.bounds else "",
    )

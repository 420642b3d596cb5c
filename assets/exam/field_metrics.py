"""The metrics of the field's benchmarks, each by its authors' definition. All look at first answers.

An answer without a program counts as one that fails; what the environment failed at counts nowhere.
"""

import re
from collections.abc import Callable, Mapping

from assets.exam.figure import Figure, Part, figure, no_figure
from assets.exam.sample import Exam, JudgedTurn, Sample
from resources.domains.scoring import Scoring

ARCHX_SAMPLES = 5
NEEDS_A_DEVICE = "needs a device"
THRESHOLDS = (1.0, 2.0)
_LEVEL = re.compile(r"/(level\d+)_")


def mean(metric: str, exam: Exam, worth: Callable[[JudgedTurn], float], *, part: str = "", note: str = "") -> Figure:
    """Over tasks, of each task's mean."""
    tasks = exam.by_task
    parts = {task: Part(sum(worth(one.first) for one in own) / len(own)) for task, own in tasks.items()}
    return figure(metric, parts, len(exam.sound), part=part, note=note)


def share_of(
    metric: str, exam: Exam, good: Callable[[JudgedTurn], bool], among: Callable[[JudgedTurn], bool]
) -> Figure:
    """Of all answers that are `among`, those that are `good`."""
    counted = {task: [one.first for one in own if among(one.first)] for task, own in exam.by_task.items()}
    parts = {task: Part(sum(map(good, own)), len(own)) for task, own in counted.items()}
    return figure(metric, parts, sum(map(len, counted.values())))


def veriscope_score(exam: Exam, scoring: Scoring) -> Figure:
    """VeriScope (arXiv 2604.03144, appendix): 0 for what does not compile, 50 for what compiles and fails its bench,
    100 for what passes; the mean over all problems, here between 0 and 1."""
    return mean("VeriScope score", exam, lambda turn: _veriscope(turn, scoring.compiled))


def _veriscope(turn: JudgedTurn, compiled: str) -> float:
    return 1.0 if turn.passed else 0.5 * (compiled in turn.stages)


def archxbench(exam: Exam, scoring: Scoring) -> list[Figure]:
    """ArchXBench's (n, t) (arXiv 2508.06047, as 2604.03144 reports it): of five candidates, n are of right syntax, and
    the best passes t of the bench's assertions. Both are means over tasks, n between 0 and 5."""
    tasks = {task: own[:ARCHX_SAMPLES] for task, own in exam.by_task.items() if len(own) >= ARCHX_SAMPLES}
    if not tasks:
        why = f"needs {ARCHX_SAMPLES} answers a task"
        return [no_figure("ArchXBench", why, part=part) for part in ("n", "t")]
    counts = {
        task: Part(float(sum(scoring.compiled in one.first.stages for one in own))) for task, own in tasks.items()
    }
    best = {
        task: Part(max(assertions_passed(one.first, scoring, exam.references.get(task, {})) for one in own))
        for task, own in tasks.items()
    }
    samples = ARCHX_SAMPLES * len(tasks)
    return [figure("ArchXBench", parts, samples, part=part) for part, parts in (("n", counts), ("t", best))]


def assertions_passed(turn: JudgedTurn, scoring: Scoring, reference: Mapping[str, float]) -> float:
    """The share of the assertions that the reference reaches; a bench that ends early has not passed the rest."""
    if turn.passed:
        return 1.0
    reached, failed = turn.metrics.get(scoring.checks, 0.0), turn.metrics.get(scoring.errors, 0.0)
    whole = max(reached, reference.get(scoring.checks, 0.0))
    return max(0.0, reached - failed) / whole if whole else 0.0


def fix_rate(exam: Exam) -> Figure:
    """Fix % of VeriRepair (arXiv 2604.03144, appendix): the share of faulty programs that the answer corrects, as the
    bench sees it. Of tasks that hand out a faulty program; what later turns correct is `score_sheet`'s."""
    repairs = Exam(tuple(one for one in exam.samples if one.seed_id in exam.repairs))
    return mean("Fix %", repairs, lambda turn: float(turn.passed))


def fast_p(exam: Exam, scoring: Scoring) -> list[Figure]:
    """fast_p of KernelBench (arXiv 2502.10517): the share of tasks whose kernel is correct and more than p times as
    fast as PyTorch's baseline; by level where the tasks have one. No number without a device."""
    levels: dict[str, list[Sample]] = {}
    for sample in exam.sound:
        found = _LEVEL.search(sample.seed_id)
        levels.setdefault(found[1] if found else "", []).append(sample)
    return [
        _fast(Exam(tuple(own), device=exam.device), scoring, p, level)
        for level, own in sorted(levels.items())
        for p in THRESHOLDS
    ]


def _fast(exam: Exam, scoring: Scoring, p: float, level: str) -> Figure:
    part = " ".join(filter(None, (level, f"p={p:g}")))
    unmeasured = [one for one in exam.sound if one.first.passed and scoring.device_speedup not in one.first.metrics]
    if not exam.device or unmeasured:
        return no_figure("fast_p", NEEDS_A_DEVICE, part=part, samples=len(exam.sound))
    return mean("fast_p", exam, lambda turn: float(turn.passed and turn.metrics[scoring.device_speedup] > p), part=part)


def tritonbench(exam: Exam, scoring: Scoring) -> list[Figure]:
    """TritonBench (arXiv 2502.14752): call accuracy is the share of answers that run without an error; execution
    accuracy is, of those, the share whose results are the reference's (its scripts divide by what was called)."""

    def called(turn: JudgedTurn) -> bool:
        return turn.outcome in scoring.called

    return [
        mean("call accuracy", exam, lambda turn: float(called(turn))),
        share_of("execution accuracy", exam, lambda turn: turn.passed, called),
    ]


def main_share(exam: Exam) -> Figure:
    """Main % of EmbedCGen (arXiv 2604.03144, appendix): the mean pass rate over all problems, after compilation, link
    and simulation in series."""
    return mean("Main %", exam, lambda turn: float(turn.passed))


def supercoder(exam: Exam, scoring: Scoring) -> list[Figure]:
    """SuperCoder (arXiv 2505.11480): accuracy is the share of answers that pass all tests; speed-up is the mean over
    answers, where one that is wrong or slower counts as 1, since the baseline can always be kept.

    By the processor's model, which repeats, and by the clock, where it was asked; a second judgement may differ in the
    latter.
    """
    accuracy = mean("accuracy", exam, lambda turn: float(scoring.tested in turn.stages))
    modelled = mean("speed-up", exam, lambda turn: _speedup(turn, scoring.tested, turn.metrics, scoring.speedup))
    clocked = [one for one in exam.sound if scoring.clock_speedup in one.first.timings]
    if not clocked:
        return [accuracy, modelled, no_figure("speed-up by the clock", "nothing was timed")]
    by_clock = mean(
        "speed-up by the clock",
        exam,
        lambda turn: _speedup(turn, scoring.tested, turn.timings, scoring.clock_speedup),
        note="a second judgement may differ",
    )
    return [accuracy, modelled, by_clock]


def _speedup(turn: JudgedTurn, tested: str, numbers: Mapping[str, float], name: str) -> float:
    return max(1.0, numbers.get(name, 1.0)) if turn.passed and tested in turn.stages else 1.0


def cad_coder(exam: Exam, scoring: Scoring) -> list[Figure]:
    """CAD-Coder (arXiv 2505.19713): the compile rate is the share of scripts that run and leave valid geometry; IoU is
    the volume shared with the reference by the volume of both, 0 where there is no valid geometry. OCCT's booleans
    measure it here, voxels there. Valid answers that could not be measured are left out."""
    measured = tuple(one for one in exam.samples if _measured(one, scoring))
    left = len([one for one in exam.sound if not _measured(one, scoring)])
    note = f"{left} valid answers could not be measured" if left else ""
    return [
        mean("compile rate", exam, lambda turn: float(scoring.valid in turn.stages)),
        mean("IoU", Exam(measured), lambda turn: turn.metrics.get(scoring.overlap, 0.0), note=note),
    ]


def _measured(sample: Sample, scoring: Scoring) -> bool:
    return scoring.valid not in sample.first.stages or scoring.overlap in sample.first.metrics

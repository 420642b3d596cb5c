"""pass@k and its relatives: the chance that one of k answers to a task will do, and so their mean over tasks."""

from collections.abc import Callable, Iterable, Mapping
from math import comb

from assets.exam.figure import Figure, Part, figure, no_figure
from assets.exam.sample import Exam, JudgedTurn, Sample

Good = Callable[[JudgedTurn], bool]


def unbiased(answers: int, good: int, k: int) -> float:
    """1 − C(n − c, k) / C(n, k): the share of all draws of k answers that hold a good one (Chen et al. 2021,
    arXiv 2107.03374). Raises ValueError for k > n."""
    if k > answers:
        raise ValueError(f"pass@{k} needs {k} answers, and there are {answers}")
    return 1.0 - comb(answers - good, k) / comb(answers, k)


def pass_at(exam: Exam, ks: Iterable[int]) -> list[Figure]:
    """pass@k of first answers (Chen et al. 2021). An answer without a program is one that fails."""
    return at("pass@k", exam, ks, lambda turn: turn.passed)


def syn_at(exam: Exam, ks: Iterable[int], compiled: str) -> list[Figure]:
    """Syn@k of RealBench (arXiv 2507.16200): one of k candidates compiles without an error. `compiled` is the stage
    behind which it does."""
    return at("Syn@k", exam, ks, lambda turn: compiled in turn.stages)


def func_at(exam: Exam, ks: Iterable[int]) -> list[Figure]:
    """Func@k of RealBench: one of k candidates passes the bench. Here it has to be synthesisable as well."""
    return at("Func@k", exam, ks, lambda turn: turn.passed)


def at(metric: str, exam: Exam, ks: Iterable[int], good: Good) -> list[Figure]:
    return [_at(metric, exam.by_task, k, good) for k in ks]


def _at(metric: str, tasks: Mapping[str, list[Sample]], k: int, good: Good) -> Figure:
    enough = {task: own for task, own in tasks.items() if len(own) >= k}
    count = sum(map(len, enough.values()))
    left = len(tasks) - len(enough)
    if not enough:
        most = max(map(len, tasks.values()), default=0)
        return no_figure(metric, f"needs {k} answers a task, and there are {most}", part=f"k={k}", samples=count)
    parts = {task: Part(unbiased(len(own), sum(good(one.first) for one in own), k)) for task, own in enough.items()}
    note = f"left out, with fewer than {k} answers: {left}" if left else ""
    return figure(metric, parts, count, part=f"k={k}", note=note)

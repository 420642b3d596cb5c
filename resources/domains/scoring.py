"""Scoring: where exams find in a domain's observations what the field's metrics count.

Data alone; the metrics are `assets.exam`'s. What a domain leaves out, it has no metric of.
"""

from dataclasses import dataclass

from resources.execution.outcome import Outcome


@dataclass(frozen=True)
class Scoring:
    """Names of stages are the domain's own, names of numbers those of its observations' metrics and timings."""

    compiled: str = ""
    """The stage behind which a program is one of right syntax."""
    checks: str = ""
    """How many assertions the bench reached."""
    errors: str = ""
    """Of these, how many failed."""
    called: frozenset[Outcome] = frozenset()
    """Labels of programs that ran to their end without an error, whatever they computed."""
    device: str = ""
    """The stage that measures on a GPU."""
    device_speedup: str = ""
    """How many times as fast as the baseline that stage found a program."""
    tested: str = ""
    """The stage behind which a program computes what the baseline does, quicker or not."""
    speedup: str = ""
    """How many times as fast as the baseline, by a model of the processor that repeats."""
    clock_speedup: str = ""
    """The same by the clock, which does not."""
    valid: str = ""
    """The stage behind which a script has made valid geometry."""
    overlap: str = ""
    """Intersection over union with the reference."""


PASS_ALONE = Scoring()
"""Of a domain that says nothing: a program passes, or it does not."""

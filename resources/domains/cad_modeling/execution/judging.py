"""From what a process showed to an outcome, and the lines of the log that say why. None lets the candidate through."""

import re
import signal
from dataclasses import dataclass

from resources.domains.cad_modeling.execution.modeller import LARGEST_SHAPE, Judged, Modelled
from resources.domains.cad_modeling.execution.reports import Figures, Gates, Location, Problem
from resources.domains.cad_modeling.execution.tolerances import Tolerances, differences, same_surfaces, shown
from resources.domains.toolkit.candidate_words import message
from resources.domains.toolkit.judging import LIMITS, ran_out_of_memory
from resources.domains.toolkit.log_text import without_library_folders
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult
from resources.execution.sandbox.log import flood_cap

_MEMORY_SIGNALS = (signal.SIGSEGV, signal.SIGBUS)
_NO_MEMORY = ("MemoryError", "Standard_OutOfMemory", "bad_alloc")
_ADDRESS = re.compile(rb"0[xX][0-9a-fA-F]{6,}|0[xX][0-9a-fA-F]*\Z|\b(?=\d*[a-fA-F])(?:7[fF]|5[56])[0-9a-fA-F]{10}\b")
"""As `repr` shows them, and twelve digits of the kind that x86 and ARM give to libraries, stacks and heaps."""
_BETTER = 0.02
_NO_REPORT = "the process ended before the script did"


@dataclass(frozen=True)
class Ruling:
    """An outcome, None to go on, and what the log says about it."""

    outcome: Outcome | None
    text: str = ""


def without_host(text: bytes) -> bytes:
    """Where an object lay in memory differs from run to run, and where Python lies from machine to machine. A text cut
    within an address loses what is left of it."""
    return without_library_folders(_ADDRESS.sub("0x…".encode(), text))


def flooded(step: StepResult, most: int) -> str:
    """Which limit stopped a script that printed without end; empty for all others. `most` is what a log keeps."""
    if step.ended is not Ended.LIMIT_EXCEEDED or not step.log_truncated:
        return ""
    return f"script: it printed more than {flood_cap(most) >> 10} KiB\n"


def judge_script(run: Modelled, file: str) -> Ruling:
    """The candidate's process: how it ended, what it raised, and whether it left a shape."""
    ended = _ended(run.step)
    if ended is not None:
        return Ruling(ended)
    if run.report is None:
        return Ruling(Outcome.RUNTIME_ERROR, f"script: {_NO_REPORT}\n")
    problem = run.report.error
    if problem is not None:
        return Ruling(_raised(problem, run.report.stage), _told(problem, file))
    if not run.report.shape:
        return Ruling(Outcome.GEOMETRY_ERROR, f"gate type: the result is {message(run.report.kind)}, not a solid\n")
    if run.shape is None:
        return Ruling(Outcome.RESOURCE_EXCEEDED, f"script: the shape takes more than {LARGEST_SHAPE >> 20} MiB\n")
    return Ruling(None)


def _ended(step: StepResult) -> Outcome | None:
    """A process that a limit or a signal stopped."""
    if step.ended in LIMITS:
        return LIMITS[step.ended]
    if step.ended is Ended.SIGNALLED:
        if ran_out_of_memory(step):
            return Outcome.RESOURCE_EXCEEDED
        return Outcome.MEMORY_FAULT if step.exit_code - 128 in _MEMORY_SIGNALS else Outcome.RUNTIME_ERROR
    return None


def _raised(problem: Problem, stage: str) -> Outcome:
    if problem.kind in _NO_MEMORY or any(words in problem.text for words in _NO_MEMORY):
        return Outcome.RESOURCE_EXCEEDED
    if stage == "compile" or problem.kind in ("ImportError", "ModuleNotFoundError"):
        return Outcome.COMPILATION_ERROR
    return Outcome.RUNTIME_ERROR


def _told(problem: Problem, file: str) -> str:
    """The script's lines from the outermost call inwards, and the message."""
    callers = "".join(f"{file}:{line}: called from here\n" for line in problem.path)
    place = f"{file}:{problem.line}: " if problem.line else f"{file}: "
    call = f"{problem.call}(): " if problem.call else ""
    text = without_host(problem.text.encode("utf-8", "replace")).decode()
    said = f"{call}{problem.kind}: {text}" if text else f"{call}{problem.kind}"
    return f"{callers}{place}{message(said)}\n"


def judge_gates(run: Judged) -> Ruling:
    """The shape alone. OCCT crashing over it is the candidate's: the reference's shape goes the same way."""
    if run.gates is None:
        ended = _ended(run.step)
        return Ruling(ended) if ended else Ruling(Outcome.GEOMETRY_ERROR, "gate type: OCCT cannot read the shape\n")
    lines = [f"gate {defect.gate}: {defect.text}\n" for defect in run.gates.defects]
    return Ruling(Outcome.GEOMETRY_ERROR if lines else None, "".join(lines))


def located(gates: Gates | None, location: Location | None, file: str, result_line: int) -> str:
    """The line of the script to look at: the step that made a bad solid, else where `result` is set."""
    if location is not None:
        return f"{file}:{location.line}: {location.call}(): the first step whose solid fails: {_told_of(location)}\n"
    what = gates.defects[0].gate if gates is not None and gates.defects else "type"
    return f"{file}:{result_line}: `result` is set here and fails at gate {what}\n" if result_line else ""


def _told_of(location: Location) -> str:
    """The script's own process wrote it."""
    return message(without_host(location.text.encode("utf-8", "replace")).decode())


def judge_figures(run: Judged, allowed: Tolerances, wall: float) -> Ruling:
    """The comparison. Raises EnvironmentGap where nothing differs and too little could be measured."""
    ended = _ended(run.step)
    if run.figures is None:
        return Ruling(ended) if ended else Ruling(Outcome.GEOMETRY_ERROR, "compare: OCCT cannot measure the shape\n")
    differing = differences(run.figures, allowed, wall)
    lines = "".join(f"compare: {sentence}\n" for sentence in differing)
    if differing:
        return Ruling(Outcome.FUNCTIONAL_MISMATCH, lines + _secondary(run.figures))
    _known(run.figures)
    seen = run.figures.candidate
    return Ruling(None, f"compare: the part agrees: volume {shown(seen.volume)} mm3, {seen.faces} faces\n")


def _known(figures: Figures) -> None:
    """Surfaces near each other everywhere show what an overlap shows; nothing stands for both, or for the rays."""
    if figures.overlap is None and figures.deviation is None:
        raise EnvironmentGap("neither OCCT's boolean nor meshes can compare this candidate with the reference")
    if figures.deviation is not None and not figures.deviation.seen_through:
        raise EnvironmentGap("no closed mesh shows how thick this candidate or the reference is")


def _secondary(figures: Figures) -> str:
    """A form that agrees better once moved, turned and scaled stands wrong or has a wrong size."""
    if figures.aligned is None or figures.aligned <= (figures.overlap or 0.0) + _BETTER:
        return ""
    return f"compare: after alignment IoU {figures.aligned:.3f}: moved, turned and scaled, the form agrees better\n"


def metrics(figures: Figures, allowed: Tolerances) -> dict[str, float]:
    """The figures as numbers, rounded to what does not depend on the last bits. Where the true surfaces refute an
    overlap of meshes, the ratio of the volumes stands for it."""
    one, other = figures.candidate, figures.reference
    volumes = sorted((one.volume or 0.0, other.volume or 0.0))
    numbers = {
        "overlap": volumes[0] / volumes[1] if same_surfaces(figures, allowed) else figures.overlap,
        "volume": one.volume,
        "area": one.area,
        "volume_ratio": one.volume / other.volume if one.volume is not None and other.volume else None,
        "area_ratio": one.area / other.area if one.area is not None and other.area else None,
        "solids": float(one.solids),
        "faces": float(one.faces),
        "voids": float(one.voids),
        "genus": float(one.genus) if one.genus is not None else None,
        "deviation": round(figures.deviation.apart.distance, 5) if figures.deviation is not None else None,
        "aligned_overlap": figures.aligned,
        "chamfer": figures.chamfer,
        "contact": figures.contact.area if figures.contact is not None else None,
        "wall": figures.wall.thickness if figures.wall is not None else None,
    }
    return {name: float(f"{value:.4g}") for name, value in numbers.items() if value is not None}

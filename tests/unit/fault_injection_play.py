"""Playing trajectories without tools: an observation is made from what stands in the code. No tests here.

The logs are written in the tools' own manner, so that the domain's diagnostics read them.
"""

from functools import cache

from assets.bundles.build import bundle_from_seed
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.generation.fault_injection.generator import generate_now
from resources.generation.generator import Generation, GenerationRequest
from resources.generation.trajectory import FaultRecord, Turn


@cache
def bundles() -> tuple[EnvironmentBundle, ...]:
    return tuple(bundle_from_seed(seed) for seed in get_domain("chip_design").builtin_seeds())


def request_for(bundle: EnvironmentBundle, seed: int, history: tuple[Turn, ...] = ()) -> GenerationRequest:
    domain = get_domain("chip_design")
    return GenerationRequest(domain, bundle, domain.instructions(bundle), seed, history)


@cache
def play(number: int, seed: int, always_fail: bool = False) -> tuple[Turn, ...]:
    """A trajectory on one of `bundles`, counted round, of up to four corrections.

    It ends when no fault is left, unless `always_fail`.
    """
    bundle = bundles()[number % len(bundles())]
    turns: tuple[Turn, ...] = ()
    while len(turns) < 5:
        made = generate_now(request_for(bundle, seed, turns))
        turns = (*turns, _turn(len(turns), made, always_fail))
        if turns[-1].observation.outcome.passed:
            break
    return turns


def _turn(index: int, made: Generation, always_fail: bool) -> Turn:
    return Turn(index, made.reasoning, made.candidate, _observe(made.faults, always_fail), faults=made.faults)


def _observe(faults: tuple[FaultRecord, ...], always_fail: bool) -> Observation:
    real = [fault for fault in faults if fault.category != "equivalent"]
    broken = [fault for fault in real if fault.category == "syntax"]
    compiled = StageReport("compile", not broken)
    if broken:
        log = "".join(f"candidate.v:{fault.line}: syntax error\n" for fault in broken)
        return Observation(Outcome.COMPILATION_ERROR, "compile", log.encode(), stages=(compiled,))
    if real or always_fail:
        log = f"MISMATCH at {len(real) * 10}: count is {len(real)}, expected 0\n"
        stages = (compiled, StageReport("simulate", False))
        return Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log.encode(), stages=stages)
    return Observation(Outcome.PASS, "simulate", stages=(compiled, StageReport("simulate", True)))

"""CadTracer: what each step of a script made, by its line. How that is measured is `worker.steps`."""

from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.traces import ExecutionTrace, TraceEvent, around
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


class CadTracer:
    """See the Tracer protocol. A part can be made in many ways, so no step is compared with the reference's."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._modeller = Modeller(sandbox)

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """`at` is the line of a call, and events are in the order of the calls."""
        if reject(candidate.code):
            return None
        steps = self._modeller.steps(bundle, candidate)
        events = [TraceEvent(step.line, step.call, step.made) for step in steps]
        return around("modelling steps", "line", events, None) if events else None


def tracer(sandbox: Sandbox) -> CadTracer:
    return CadTracer(sandbox)

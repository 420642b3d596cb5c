"""AssemblyTracer: how often each instruction ran on the first test that is shown, as callgrind counts."""

from resources.domains.code_optimization.execution.rejection import reject
from resources.domains.code_optimization.execution.stages.build import FENCE, build
from resources.domains.code_optimization.execution.stages.harnesses import Harnesses
from resources.domains.code_optimization.execution.stages.objects import read_disassembly
from resources.domains.code_optimization.execution.stages.profile import executions, read_profile
from resources.domains.code_optimization.execution.stages.program import read_program
from resources.domains.code_optimization.execution.stages.run import measure
from resources.domains.code_optimization.execution.test_suite import read_suite
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.traces import ExecutionTrace, TraceEvent, around
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


class AssemblyTracer:
    """See the Tracer protocol. Two right programs have other instructions, so nothing is compared."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._harnesses = Harnesses(sandbox)

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """`at` is an instruction's line in the program, and its value how often it ran; also of a run that crashed."""
        text = normal_text(candidate.code)
        if reject(text):
            return None
        code = text.replace("\r\n", "\n").encode()
        built = build(self._sandbox, bundle, code, self._harnesses.of(bundle))
        if built.program is None:
            return None
        profile = read_profile(measure(self._sandbox, bundle, built.program, read_suite(bundle)[0]).profile)
        if profile is None:
            return None
        instructions = read_disassembly(built.disassembled.log.decode("utf-8", "replace"))
        counts = executions(profile, read_program(built.program))
        ran = [(instructions[place], counts.get(place, 0)) for place in sorted(instructions)]
        events = [
            TraceEvent(item.line, item.text, str(count)) for item, count in ran if item.line and item.function != FENCE
        ]
        return around("executed instructions", "line", events, None) if events else None


def tracer(sandbox: Sandbox) -> AssemblyTracer:
    return AssemblyTracer(sandbox)

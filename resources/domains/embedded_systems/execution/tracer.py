"""FirmwareTracer: what a program did to the board: registers, pins and bytes sent, by the model's clock."""

from collections.abc import Iterator, Mapping
from typing import Any

from resources.domains.embedded_systems.execution.backend import FirmwareBackend
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.traces import ExecutionTrace, TraceEvent, around
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


class FirmwareTracer:
    """See the Tracer protocol. A right program may do other things at other times, so nothing is compared."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._backend = FirmwareBackend(sandbox)

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """Of the first scenario. A register that is polled shows once, with how often it was read."""
        if reject(candidate.code):
            return None
        report = self._backend.run(bundle, candidate).report
        if not report or not report["runs"]:
            return None
        events = sorted(_events(report["runs"][0]), key=lambda event: event.at)
        return around("board activity", "ns", events, None) if events else None


def _events(run: Mapping[str, Any]) -> Iterator[TraceEvent]:
    for operation, register, value, time_ns, count in run["trace"]:
        yield TraceEvent(
            time_ns, f"{operation} {register}", f"0x{value:X}" + (f" ({count} times)" if count > 1 else "")
        )
    for pin, levels in run["pins"].items():
        yield from (TraceEvent(time_ns, pin, str(level)) for time_ns, level in levels)
    for name, sent in run["uart"].items():
        yield from (TraceEvent(time_ns, f"{name} sent", f"0x{byte:02X}") for time_ns, byte, _ in sent)
    for name, frames in run["spi"].items():
        yield from (TraceEvent(time_ns, f"{name} sent", f"0x{sent:02X}") for time_ns, sent, _ in frames)
    if run["fault"] is not None:
        yield TraceEvent(run["ended_ns"], "fault", str(run["fault"].get("kind", "")))


def tracer(sandbox: Sandbox) -> FirmwareTracer:
    return FirmwareTracer(sandbox)

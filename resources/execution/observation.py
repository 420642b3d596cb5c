"""Observation: what the environment said about a candidate (paper section 2, the triple o).

Frozen wire data only: an outcome label, the diagnostic log, and numbers where the tool has them.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from resources.execution.outcome import Outcome


@dataclass(frozen=True)
class StageReport:
    """One stage that ran: its name, whether it let the candidate through, and its seconds (wall)."""

    stage: str
    passed: bool
    seconds: float = field(compare=False, default=0.0)


@dataclass(frozen=True)
class Observation:
    """An outcome label, the normalised diagnostic log (bytes, maybe not UTF-8) and measured numbers.

    `stage` is the stage that decided the outcome; `stages` are those that ran, in order. `toolchain` is
    the fingerprint under which this was observed. The same candidate under the same bundle and toolchain
    gives an equal observation (times do not take part in equality). `timings` are numbers read off a clock or a
    processor's counter, and what was decided by them: they differ from run to run, as `seconds` do.
    """

    outcome: Outcome
    stage: str
    log: bytes = b""
    log_truncated: bool = False
    metrics: Mapping[str, float] = field(default_factory=dict)
    stages: tuple[StageReport, ...] = ()
    toolchain: str = ""
    seconds: float = field(compare=False, default=0.0)
    timings: Mapping[str, float] = field(compare=False, default_factory=dict)

    @property
    def text(self) -> str:
        """The log for people and prompts; undecodable bytes become U+FFFD."""
        return self.log.decode("utf-8", "replace")


def observation_to_json(observation: Observation) -> str:
    raw = asdict(observation) | {"log": observation.log.decode("latin-1")}
    return json.dumps(raw, sort_keys=True)


def observation_from_json(text: str) -> Observation:
    raw = json.loads(text)
    return Observation(
        **{
            **raw,
            "outcome": Outcome(raw["outcome"]),
            "log": raw["log"].encode("latin-1"),
            "stages": tuple(StageReport(**stage) for stage in raw["stages"]),
        }
    )

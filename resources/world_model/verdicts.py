"""Calibrated verdicts on calibration turns, kept in the checkpoint: trust thresholds follow from them and from limits.

What a prediction must keep to stand in a tool's place is its user's to say, not the training's; so a checkpoint keeps
what its thresholds are fitted on. How one threshold is fitted is `trust`, how the verdicts are reached `calibrating`.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.trust import Limits, TrustFigures, borrow_threshold, fit_threshold

Array = NDArray[Any]
VERDICTS_FILE = "icwm/verdicts.safetensors"


class Verdicts(NamedTuple):
    """One sight's calibrated verdicts on turns: each (turns,), the first two float64 in [0, 1], the others bool."""

    confidence: Array
    trust: Array
    right: Array
    passes: Array
    false_pass: Array


KeptVerdicts = Mapping[str, Mapping[str, Verdicts]]
"""By sight (`scoring.SIGHTS`) and domain."""
Trust = Mapping[str, Mapping[str, TrustFigures]]
"""By sight (`scoring.SIGHTS`) and domain; "all" holds the threshold of all domains together."""


def fit_trust(kept: KeptVerdicts, limits: Limits) -> Trust:
    """A domain with few turns takes the threshold of all together, as far as they bear it out."""
    found: dict[str, dict[str, TrustFigures]] = {}
    for sight, domains in kept.items():
        every = together(domains.values())
        common = fit_threshold(every.trust, every.right, every.false_pass, limits)
        found[sight] = {"all": common}
        for name, own in domains.items():
            turns = own.trust, own.right, own.false_pass
            enough = len(own.right) >= MIN_EXAMPLES
            found[sight][name] = fit_threshold(*turns, limits) if enough else borrow_threshold(common, *turns, limits)
    return found


def together(parts: Iterable[Verdicts]) -> Verdicts:
    columns = zip(*parts, strict=True)
    found = [np.concatenate(column) for column in columns]
    return Verdicts(*found) if found else Verdicts(np.zeros(0), np.zeros(0), *(np.zeros(0, dtype=bool),) * 3)


def save_verdicts(kept: KeptVerdicts, directory: Path) -> None:
    from safetensors.numpy import save_file

    (directory / VERDICTS_FILE).parent.mkdir(exist_ok=True)
    columns = {
        f"{sight}/{domain}/{column}": np.ascontiguousarray(values)
        for sight, domains in kept.items()
        for domain, verdicts in domains.items()
        for column, values in verdicts._asdict().items()
    }
    save_file(columns, directory / VERDICTS_FILE)


def load_verdicts(directory: Path) -> KeptVerdicts:
    from safetensors.numpy import load_file

    found: dict[str, dict[str, dict[str, Array]]] = {}
    for name, values in load_file(directory / VERDICTS_FILE).items():
        sight, domain, column = name.split("/")
        found.setdefault(sight, {}).setdefault(domain, {})[column] = values
    return {
        sight: {domain: Verdicts(**columns) for domain, columns in sorted(domains.items())}
        for sight, domains in sorted(found.items())
    }

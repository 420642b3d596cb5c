"""`icwm.json`: what a checkpoint says of itself. The folder that it describes is `checkpoint`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.world_model.calibration import CalibrationFigures
from resources.world_model.rendering import RENDERING_VERSION
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import TrustFigures


@dataclass(frozen=True)
class HeldOutFigures:
    """On turns that training never saw: shares of all `turns`, but for the last two, which are of the trusted.

    `false_pass` is the share of predicted PASSes that were none; None where none was predicted or trusted.
    """

    turns: int
    accuracy: float
    false_pass: float | None
    trusted: float
    trusted_accuracy: float | None
    trusted_false_pass: float | None


@dataclass(frozen=True)
class Manifest:
    """`icwm.json`. `domains` maps a domain's name to the labels it may take. `splits` is what the caller
    says about how the data was divided. `calibration` and `trust` map mode, then domain, to figures; `measured`
    maps mode, domain and held-out part to figures; `toolchains` a domain to fingerprints, with their turns.
    `parent` is the checkpoint whose weights it began with, "" for one from scratch or from a base; `calibrated_from`
    the one that it is but for the turns it was calibrated on, "" for one that was trained."""

    data_hash: str
    examples: int
    label_counts: Mapping[str, Mapping[str, int]]
    domains: Mapping[str, tuple[str, ...]]
    splits: Mapping[str, Any]
    settings: TrainingSettings
    parameters: int
    steps: int
    steps_planned: int
    tokens: int
    losses: Mapping[str, float]
    calibration: Mapping[str, Mapping[str, CalibrationFigures]]
    trust: Mapping[str, Mapping[str, TrustFigures]]
    measured: Mapping[str, Mapping[str, Mapping[str, HeldOutFigures]]] = field(default_factory=dict)
    toolchains: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    libraries: Mapping[str, str] = field(default_factory=dict)
    code_version: str = ""
    parent: str = ""
    calibrated_from: str = ""
    rendering_version: int = RENDERING_VERSION

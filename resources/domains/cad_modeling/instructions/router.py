"""The prompt router: looks at a bundle and picks the topics whose text goes to the generator.

What a part is like is read from the methods its reference calls and from the prompt. Nothing of the reference itself
enters the text.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from pathlib import Path

from resources.domains.cad_modeling.execution.tolerances import tolerances_of
from resources.domains.cad_modeling.language.source import parse_script
from resources.domains.domain import Instructions
from resources.domains.toolkit.topics import TopicTexts
from resources.execution.bundle import EnvironmentBundle

TEXTS = TopicTexts(Path(__file__).parent)
ALWAYS = ("general", "manifold_validity", "workplanes_and_signs")
_WALLS = re.compile(r"\bwalls?\b|\bthin|hollow|enclosure|\bshell", re.IGNORECASE)
_ROUNDED = re.compile(r"\bfillet|\bround(ed|ing)|\bchamfer|\bradius\b", re.IGNORECASE)
_PATTERNS = re.compile(r"\bpattern|\bgrid\b|\bevenly\b|\bon a circle\b|\bbolt|\bteeth\b|\bfins?\b|apart", re.IGNORECASE)
_BODIES = re.compile(r"\b(two|\d+) (bodies|separate solids|solids)|assembl", re.IGNORECASE)


def instructions(bundle: EnvironmentBundle) -> Instructions:
    """The topics for one bundle and their text, general ones first. Deterministic."""
    source = parse_script(bundle.reference)
    methods = {item.name for item in source.calls} if source is not None else set()
    return replace(TEXTS.instructions(topics(methods, bundle.prompt)), facts=tuple(_facts(bundle)))


def _facts(bundle: EnvironmentBundle) -> Iterator[str]:
    allowed = tolerances_of(bundle)
    yield f"Volume and area must agree with the expected ones within {allowed.volume:.2%} and {allowed.area:.2%}."
    wall = float(bundle.settings.get("wall", "0"))
    if wall:
        yield f"No wall is thinner than {wall:g} mm."


def topics(methods: Set[str], prompt: str) -> tuple[str, ...]:
    """The names of the topics that a part made by these methods, under this prompt, needs; in reading order."""
    chosen = {
        "dimensioning": bool(re.search(r"\d", prompt)),
        "selectors": bool(methods & {"faces", "edges", "vertices"}),
        "fillets_and_radii": bool(methods & {"fillet", "chamfer"}) or bool(_ROUNDED.search(prompt)),
        "booleans_and_tangency": bool(methods & {"cut", "union", "intersect", "hole", "cutThruAll", "cutBlind"}),
        "patterns": bool(methods & {"rarray", "polarArray"}) or bool(_PATTERNS.search(prompt)),
        "wall_thickness": bool(methods & {"shell", "offset2D"}) or bool(_WALLS.search(prompt)),
        "sweeps_and_lofts": bool(methods & {"sweep", "loft", "revolve", "makeHelix"}),
        "several_bodies": bool(_BODIES.search(prompt)),
    }
    return (*ALWAYS, *(name for name, wanted in chosen.items() if wanted))

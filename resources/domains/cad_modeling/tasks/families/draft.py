"""Draft: a part while its features are drawn, told in words, in CadQuery and as a set of points at the same time."""

import random
from collections.abc import Sequence

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families.part import Part, Script, mm, point, tier_of


class Draft:
    """The script's variable is `part`. Features come one after the other, as in a modeller's history."""

    def __init__(self, rng: random.Random, opening: str, statements: Sequence[str], body: Manifold) -> None:
        self.rng = rng
        self.sentences = [opening]
        self.body = body
        self.features = 1
        self._script = Script()
        self._script.add(*statements)

    def change(self, statement: str, body: Manifold, sentence: str) -> None:
        """One feature: what it does in the script, the body after it, and its sentence."""
        self._script.add(statement)
        self.body = body
        self.sentences.append(sentence)
        self.features += 1

    def cut(self, name: str, code: str, tool: Manifold, sentence: str) -> None:
        """Takes a body away that the script calls `name`."""
        self._script.add(f"{name} = {code}")
        self.change(f"part = part.cut({name})", self.body - tool, sentence)

    def join(self, name: str, code: str, piece: Manifold, sentence: str) -> None:
        self._script.add(f"{name} = {code}")
        self.change(f"part = part.union({name})", self.body + piece, sentence)

    def finished(self, title: str, tags: tuple[str, ...]) -> Part:
        body = self.body
        return Part(title, tier_of(self.features), tags, self.sentences, self._script.text("part"), lambda: [body])


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> str:
    """A box between two corners, in CadQuery."""
    sizes = ", ".join(mm(b - a) for a, b in zip(low, high, strict=True))
    return f'cq.Workplane("XY").box({sizes}, centered=False).translate({point(*low)})'


def bar(start: float, end: float, wide: float, low: float, high: float) -> str:
    """A box from x = start to end and z = low to high, centred on y = 0, in CadQuery."""
    sizes = ", ".join(map(mm, (end - start, wide, high - low)))
    return f'cq.Workplane("XY").box({sizes}, centered=(False, True, False)).translate({point(start, 0, low)})'


def cylinder(radius: float, low: float, high: float) -> str:
    """A cylinder about the z axis, in CadQuery."""
    return f'cq.Workplane("XY").workplane(offset={mm(low)}).circle({mm(radius)}).extrude({mm(high - low)})'

"""Made parts by a second oracle: each is told once in CadQuery and once as a set of points (Manifold), and both agree.

What every domain's families keep to is `tests/unit/test_families.py`.
"""

import random

import pytest

from resources.domains.cad_modeling.tasks import families
from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.part import Part
from tests.tools.cad_runs import bundle_of, modeller

MODULES = (
    families.assemblies,
    families.brackets,
    families.flanges,
    families.heat_sinks,
    families.housings,
    families.levers,
    families.manifold_blocks,
    families.pipes,
    families.plates,
    families.sections,
    families.tapers,
    families.turned,
    families.wheels,
)
OF_SEGMENTS = 5e-4
"""How far a volume may lie off because a circle has corners."""


def drawn(module: object, number: int) -> Part:
    part = module.draw_part(random.Random(f"{number}"))  # type: ignore[attr-defined]
    assert isinstance(part, Part)
    return part


def test_every_family_is_held_to_its_second_description() -> None:
    assert len(families.FAMILIES) == len(MODULES)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
@pytest.mark.parametrize("number", range(2))
def test_a_script_makes_the_set_of_points(module: object, number: int) -> None:
    part = drawn(module, number)
    bundle = bundle_of(part.reference, {"solids": str(part.solids)})
    figures = modeller().judge(bundle, modeller().reference(bundle)).figures
    assert figures is not None, part.prompt
    volume, box, _ = solids.figures(part.solid())
    made = figures.reference
    assert made.volume == pytest.approx(volume, rel=OF_SEGMENTS), part.prompt
    assert made.solids == part.solids
    assert tuple(made.box) == pytest.approx(box, abs=0.02), part.prompt


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_parts_differ_in_structure(module: object) -> None:
    """Prompts with their numbers taken out: at most one in six is another's."""
    shapes = {"".join(letter for letter in drawn(module, number).prompt if letter.isalpha()) for number in range(30)}
    assert len(shapes) >= 10

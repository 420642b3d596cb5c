"""The faces and edges that the simulator finds again in meshes, and the selectors that choose from them."""

import pytest

from resources.domains.cad_modeling.prediction.simulator.bodies import Body, cut, moved, prism, united
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, rotation
from resources.domains.cad_modeling.prediction.simulator.outlines import circle, rectangle
from resources.domains.cad_modeling.prediction.simulator.selectors import chosen
from resources.domains.cad_modeling.prediction.simulator.topology import topology_of


def block() -> Body:
    """20 by 10 by 8 on z = 0, with a bore of radius 2 along z and a step of half its length, 4 high, on it."""
    plate = prism(Frame(), [rectangle(20, 10)], 0, 8)
    step = prism(Frame(), [rectangle(10, 10, 5, 0)], 8, 12)
    return cut(united(plate, step), prism(Frame(), [circle(2, -5, 0)], -1, 20))


def test_coplanar_faces_are_one_and_seams_are_no_edges() -> None:
    topology = topology_of(block())
    kinds = [face.surface.kind for face in topology.faces]
    assert kinds.count("PLANE") == 8
    assert kinds.count("CYLINDER") == 1
    assert [edge.kind for edge in topology.edges].count("CIRCLE") == 2
    assert len(topology.vertices) == 12
    assert sum(face.area for face in topology.faces) == pytest.approx(
        2 * (200 + 80 + 160 + 40 + 40) - 8 * 3.12 + 100, 0.01
    )


FACES = {
    ">Z": 1,
    "<Z": 1,
    "|Z": 3,
    "#Z": 5,
    "+Z": 2,
    "-X": 2,
    ">Z[-2]": 1,
    "<Z[1]": 1,
    ">Z or <Z": 2,
    "|Z and >X": 0,
    "not |Z": 6,
    "|Z exc >Z": 2,
    "%CYLINDER": 1,
    "%PLANE and (not |Z)": 5,
    "top": 1,
    "(0, 0, 1)": 2,
}


@pytest.mark.parametrize("text", FACES)
def test_faces_are_selected(text: str) -> None:
    assert len(chosen(topology_of(block()).faces, text)) == FACES[text]


EDGES = {"|Z": 6, "%CIRCLE": 2, ">Z": 4, "|Y and >Z": 2, ">X and |Z": 2, "#Z and <Z": 4, "<Z and %CIRCLE": 1}


@pytest.mark.parametrize("text", EDGES)
def test_edges_are_selected(text: str) -> None:
    assert len(chosen(topology_of(block()).edges, text)) == EDGES[text]


@pytest.mark.parametrize("degrees", [30.0, 90.0, 180.0])
def test_a_turned_body_has_the_same_faces(degrees: float) -> None:
    turned = moved(block(), rotation((0, 0, 0), (1, 2, 3), degrees))
    assert turned.volume == pytest.approx(block().volume)
    assert len(topology_of(turned).faces) == len(topology_of(block()).faces)

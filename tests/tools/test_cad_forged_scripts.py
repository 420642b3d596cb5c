"""Scripts that aim at the judge: at Python's internals, at files, at classes and at the log; none may pass."""

import pytest

from resources.execution.outcome import Outcome
from tests.tools.cad_runs import BLOCK, HEADER, observe

HIDDEN = {
    "format": "print('{0.__class__.__init__.__globals__}'.format(cq.Workplane()))\n",
    "format of a name": "text = '{0.__class__}'\nprint(text.format(cq))\n",
    "format of a sum": "print(('{0.__cl' + 'ass__}').format(cq.Workplane()))\n",
    "format by its class": "print(str.format('{0.__class__}', cq.Workplane()))\n",
    "format as a value": "print(list(map(str.format, ['{0.__class__}'], [cq.Workplane()])))\n",
    "format_map": "print('{x.__class__}'.format_map({'x': cq.Workplane()}))\n",
    "format in a specification": "print('{0:{1.__class__}}'.format(1, cq.Workplane()))\n",
    "format of OCCT's objects": "print('{0.wrapped}'.format(cq.Solid.makeBox(1, 1, 1)))\n",
    "a pattern": "match cq.Workplane():\n    case object(__class__=found):\n        print(found)\n",
    "modules of typing": "from typing import sys\nprint(sys.modules)\n",
    "modules of selectors": "from cadquery import selectors\nprint(selectors.math)\n",
    "a module as a value": "again = cq\nprint(again.utils)\n",
    "a module of Python as a value": "import math\nprint(math)\n",
    "a renamed module as a value": "import math as m\nagain = [m]\n",
    "selectors as a value": "again = cq.selectors\nprint(again.math)\n",
    "an exception's object": "try:\n    cq.absent\nexcept Exception as error:\n    print(error.obj)\n",
    "a generator's frame": "def f():\n    yield 1\nprint(f().gi_frame.f_back)\n",
    "a generator's code": "print((x for x in [1]).gi_code)\n",
    "a patched class by way of self": "def patch(self):\n    self.vals = lambda me: []\npatch(cq.Workplane)\n",
    "a font of the host": "part = cq.Workplane().text('a', 5, 1, fontPath='/usr/share/fonts/a.ttf')\n",
    "a font by options": "part = cq.Workplane().text('a', 5, 1, **{'fontPath': '/usr/share/fonts/a.ttf'})\n",
    "an address": "print(id(cq))\n",
    "an exporter": "cq.Workplane().box(1, 1, 1).exportStl('Ground_Truth.stl')\n",
    "an assembly's file": "cq.Assembly().add(cq.Workplane().box(1, 1, 1)).save('a.step')\n",
    "a plugin": "def vals(self):\n    return []\ncq.Workplane.vals = vals\n",
    "a decorator": "@setattr\ndef f():\n    pass\n",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_ways_to_internals_are_refused(name: str) -> None:
    seen = observe(f"{BLOCK}{HIDDEN[name]}")
    assert seen.outcome is Outcome.REJECTED, seen.text


def test_fonts_from_files_are_refused_however_they_are_named() -> None:
    for call in (
        "cq.Compound.makeText('a', 5, 1, 'Sans', '/etc/hostname')",
        "cq.Workplane().text('a', 5, 1, **{'font' + 'Path': '/etc/hostname'})",
        "text('a', 5, path='/etc/hostname')",
    ):
        seen = observe(f"{HEADER}from cadquery.func import text\n\nresult = {call}\n")
        assert seen.outcome is Outcome.RUNTIME_ERROR, seen.text
        assert "not from a file" in seen.text
    named = observe(f"{HEADER}part = cq.Workplane().text('a', 5, 1)\n{BLOCK}")
    assert named.outcome is Outcome.PASS, named.text


def test_what_is_written_is_the_shape_whatever_a_script_makes_of_the_classes() -> None:
    """A class of the script's may still be handed one of CadQuery's; what is judged is what stands on the stack."""
    patched = (
        f"{HEADER}class Patch:\n    def on(self, value):\n        self.vals = value\n        self.exportBin = value\n\n"
        "box = cq.Workplane().box(20, 20, 20)\nother = cq.Workplane().box(9, 9, 9)\n"
        "Patch.on(cq.Workplane, lambda me: [box.val()])\nPatch.on(cq.Shape, lambda me, *rest: None)\nresult = other\n"
    )
    assert observe(patched).outcome is not Outcome.PASS


def test_addresses_do_not_reach_the_log() -> None:
    code = f"{BLOCK}print(result, [result], 'at %r' % result, f'{{result!r}}', object())\n"
    seen = observe(code)
    assert seen.outcome is Outcome.PASS
    assert "0x…" in seen.text
    assert "0x7f" not in seen.text


def test_a_mesh_that_comes_with_a_shape_says_nothing() -> None:
    """A right part that was meshed coarsely in its own process still agrees."""
    meshed = f"{BLOCK}ball = cq.Workplane().sphere(10)\nball.val().tessellate(5, 2)\nresult = ball\n"
    seen = observe(f"{meshed}# again\n", reference=f"{HEADER}result = cq.Workplane().sphere(10)\n")
    assert seen.outcome is Outcome.PASS, seen.text

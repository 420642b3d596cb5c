"""What a CadQuery script may not contain, and what it may."""

import ast
import importlib.util
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.language import vocabulary as words
from resources.domains.cad_modeling.tasks.library import builtin_seeds

PLAIN = "import cadquery as cq\nimport math\n\nresult = cq.Workplane().box(1, 2, 3)\n"


@pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
def test_references_are_allowed(seed: object) -> None:
    assert reject(seed.reference) == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import os\n", "import of os"),
        ("import cadquery.occ_impl as o\n", "import of cadquery.occ_impl"),
        ("from cadquery import exporters\n", "import of exporters from cadquery"),
        ("from cadquery import *\nexporters.export(1)\n", "the name exporters"),
        ("from cadquery import *\nx = importers\n", "the name importers"),
        ("from cadquery import *\nimporters = importers\nimporters.importStep('a')\n", "the name importers"),
        ("from cadquery import *\nselectors.math\n", "cadquery.selectors.math"),
        ("from cadquery import *\nx = selectors\n", "the module selectors as a value"),
        ("from typing import *\nget_type_hints(1)\n", "the name get_type_hints"),
        ("from cadquery.selectors import *\n", "import of * from cadquery.selectors"),
        ("from cadquery.occ_impl import *\n", "import from cadquery.occ_impl"),
        ("class A:\n    __dict__ = {}\n", "the name __dict__"),
        ("class A:\n    __match_args__ = ('wrapped',)\n", "the name __match_args__"),
        ("x = A().__slots__\n", "attribute __slots__"),
        ("from OCP.gp import gp_Pnt\n", "import from OCP.gp"),
        ("from . import x\n", "import from ."),
        ("open('reference.bin')\n", "the name open"),
        ("x = eval\n", "the name eval"),
        ("getattr(1, 'x')\n", "the name getattr"),
        ("x = (1).__class__\n", "attribute __class__"),
        ("x = __builtins__\n", "the name __builtins__"),
        ("import cadquery as cq\ncq.exporters.export(1)\n", "cadquery.exporters"),
        ("import cadquery as cq\ncq.Shape.Volume = 1\n", "assignment to the attribute Volume"),
        ("import cadquery as cq\ncq = 1\n", "assignment to the name cq"),
        ("import cadquery as cq\ncq.Workplane().val().wrapped\n", "attribute wrapped"),
        ("import cadquery as cq\ncq.Shape.importBin('reference.bin')\n", "attribute importBin"),
        ("import cadquery as cq\ncq.selectors.re\n", "cadquery.selectors.re"),
        ("with x:\n    pass\n", "with statement"),
        ("from typing import sys\n", "import of sys from typing"),
        ("from collections import abc\nabc.sys\n", "collections.abc.sys"),
        ("from collections import abc\nx = abc\n", "the module abc as a value"),
        ("import collections.abc\nx = collections.abc\n", "collections.abc as a value"),
        ("import collections.abc\ncollections.abc.sys\n", "collections.abc.sys"),
        ("import collections.abc as c\nc._sys\n", "collections.abc._sys"),
        ("import collections\ncollections._sys\n", "collections._sys"),
        ("import typing\ntyping.sys\n", "typing.sys"),
        ("import typing as t\nt.get_type_hints(1)\n", "typing.get_type_hints"),
        ("import typing as t\nx = t\n", "the module t as a value"),
        ("import operator\noperator.attrgetter('wrapped')\n", "operator.attrgetter"),
        ("from operator import methodcaller\n", "import of methodcaller from operator"),
        ("import statistics\nstatistics.random.os\n", "statistics.random"),
        ("from decimal import *\n", "import of * from decimal"),
        ("import cadquery.selectors as s\ns.math\n", "cadquery.selectors.math"),
        ("import cadquery.selectors as s\nx = s\n", "the module s as a value"),
        ("import cadquery.func\ncadquery.exporters.export(1)\n", "cadquery.exporters"),
        ("import cadquery.func as f\nx = f\n", "the module f as a value"),
        ("import math, sys\n", "import of sys"),
        ("import enum\nenum.sys.modules\n", "enum.sys"),
        ("import dataclasses as d\nd.inspect\n", "dataclasses.inspect"),
        ("import dataclasses\nx = dataclasses\n", "the module dataclasses as a value"),
        ("from dataclasses import *\n", "import of * from dataclasses"),
        ("from functools import wraps\n", "import of wraps from functools"),
        ("x = type('A', (), {})\n", "the name type"),
        ("x = type\n", "the name type"),
        ("x = type(*y)\n", "the name type"),
        ("x = globals()\n", "the name globals"),
        ("x = globals()['cq'] in globals()\n", "the name globals"),
        ("from cadquery import selectors as s\ns.math\n", "cadquery.selectors.math"),
        ("from cadquery.selectors import math\n", "import of math from cadquery.selectors"),
        ("import cadquery as cq\nx = cq\n", "the module cq as a value"),
        ("import cadquery as cq\nx = cq.selectors\n", "cadquery.selectors as a value"),
        ("'{0.__class__}'.format(1)\n", "attribute __class__ in a format"),
        ("'{0:{1.wrapped}}'.format(1, 2)\n", "attribute wrapped in a format"),
        ("'{0[a].__class__}'.format(1)\n", "attribute __class__ in a format"),
        ("t = '{0.__class__}'\nt.format(1)\n", "attribute __class__ in a format"),
        ("t = 'a'\nt = t + 'b'\nt.format(1)\n", "format of a text that is not written out"),
        ("str.format('{0.__class__}', 1)\n", "format of a text that is not written out"),
        ("f = '{0.__class__}'.format\n", "attribute __class__ in a format"),
        ("match 1:\n    case object(__class__=c):\n        pass\n", "attribute __class__"),
        ("match 1:\n    case __x:\n        pass\n", "the name __x"),
        ("def f():\n    global __builtins__\n", "the name __builtins__"),
        ("x = (y for y in []).gi_frame\n", "attribute gi_frame"),
        ("print(id(1))\n", "the name id"),
        ("def f(self):\n    self.vals = 1\n", "assignment to the attribute vals"),
        ("x.exportAnything('a')\n", "attribute exportAnything"),
        ("f(fontPath='a')\n", "the option fontPath"),
        ("def f(**options):\n    f(__x=1)\n", "the name __x"),
        ("# coding: latin-1\nx = 1\n", "source encoding latin-1"),
        ("import cadquery as cq\nW = cq.Workplane\nW.vals = 1\n", "assignment to the attribute vals"),
        ("class P: pass\nP = type(x)\np = P()\np.vals = 1\n", "assignment to the attribute vals"),
        ("class P: pass\np = P()\nfor p in y:\n    p.vals = 1\n", "assignment to the attribute vals"),
        ("class P: pass\np = P()\ndef f(p):\n    p.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    @staticmethod\n    def f(w):\n        w.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    def f(w):\n        w = y\n        w.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    def f(w):\n        def g(w):\n            w.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    def f(self, /, w):\n        w.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    def _evaluate(self):\n        self._evaluate()\n", "attribute _evaluate"),
        ("class A:\n    _exportBrep = 1\n    def f(self):\n        self._exportBrep\n", "attribute _exportBrep"),
        ("class A:\n    def f(self):\n        self._getFaces()\n", "attribute _getFaces"),
        ("class A:\n    def _getFaces(self): pass\nx.val()._getFaces()\n", "attribute _getFaces"),
        ("class A:\n    def f(self):\n        self.__dict__ = {}\n", "attribute __dict__"),
        ("class A:\n    _geomAdaptor = 0\n    def f(self): self._geomAdaptor()\nA.f(x)\n", "attribute _geomAdaptor"),
        ("class A:\n    _address: int\n    def f(self): self._address()\nA.f(x)\n", "attribute _address"),
        ("class A:\n    def f(self):\n        self._wrapped = self._wrapped\n", "attribute _wrapped"),
        ("x.HashCode(1 << 30)\n", "attribute HashCode"),
        ("class A:\n    def __add__(self, o):\n        o.vals = 1\n", "assignment to the attribute vals"),
        ("from cadquery import *\nif 0:\n    class Edge: pass\nEdge.vals = 1\n", "assignment to the attribute vals"),
        ("class A: pass\ndef f(A):\n    A.vals = 1\n", "assignment to the attribute vals"),
        ("class A:\n    @staticmethod\n    def f(cls):\n        cls.vals = 1\n", "assignment to the attribute vals"),
    ],
)
def test_forbidden_constructs_are_named(code: str, what: str) -> None:
    assert what in [finding.what for finding in reject(code)]


@pytest.mark.parametrize(
    "code",
    [
        "from cadquery.selectors import BoxSelector\n",
        "from math import *\n",
        "from typing import List\n",
        "import cadquery as cq\ns = cq.selectors.NearestToPointSelector((0, 0, 0))\n",
        "class Tooth:\n    def __init__(self):\n        self.height = 1\n",
        "points = [(i, i) for i in range(3)]\nprint(*points)\n",
        "def tooth(id):\n    return id\n",
        "count = 0\n\n\ndef grow():\n    global count\n    count += 1\n",
        "def points():\n    yield (0, 0)\n    yield from [(1, 1)]\n",
        "def outer():\n    n = 0\n\n    def inner():\n        nonlocal n\n        n = 1\n",
        "print('{:.2f} {0.x} {{literal}}'.format(1.0))\ntext = '{}'\nprint(text.format(1))\n",
        "class Point:\n    def __add__(self, other):\n        return self\n",
        "class Body:\n    def __init__(b, w):\n        b.w = w\n",
        "class Node: pass\nhead = Node()\nhead.next = Node()\nhead.count = 1\nhead.count += 1\n",
        "class A:\n    def copy(self):\n        other = A()\n        other.w = self.w\n        return other\n",
        "class A:\n    @property\n    def w(self): return self._w\n    @w.setter\n    def w(self, w): self._w = w\n",
        "class A:\n    _depth: float = 1\n    def _cut(self): return self._depth\n    def cut(s): return s._cut()\n",
        "class A:\n    def f(self):\n        self.x = 1\n        class B:\n            def g(self): self.y = 2\n",
        "class A:\n    def f(self):\n        self.x = y" + ".z()" * 1200 + "\n",
        "class C:\n    _d = 1\n    def __add__(self, other): return C() if other._d else self\n",
        "class C:\n    def _f(self, n): return n\n    def g(self): return C._f(self, 2)\n",
        "class C:\n    _K = 1\n    @classmethod\n    def f(cls):\n        cls.n = 1\n        return cls._K\nC._K = 2\n",
        "class C:\n    def __init__(self):\n        self._x = 1\nprint([c._x for c in (C(), C())])\n",
        "class Point:\n    def __matmul__(self, o): return self\n    def __ior__(self, o): return self\n",
        "class Point:\n    def __rshift__(self, o): return self\n    def __pos__(self): return self\n",
        "from cadquery.func import *\n",
        "from cadquery import *\nmore = Workplane().box(1, 2, 3).faces(selectors.BoxSelector((0, 0, 0), (1, 1, 1)))\n",
        "from cadquery import *\nsketch = Sketch().rect(1, 2)\nassembly = Assembly()\n",
        "from typing import List, cast\n",
        "from dataclasses import dataclass, field\n\n@dataclass\nclass P:\n    x: float = 1.0\n",
        "import itertools\nimport functools as f\nf.reduce(max, itertools.product([0, 1], repeat=2))\n",
        "from collections import namedtuple\nfrom enum import Enum\n\nclass Side(Enum):\n    LEFT = 1\n",
        "try:\n    x = 1 / 0\nexcept ZeroDivisionError as error:\n    print(type(error).__name__)\n",
        "if 'show_object' in globals():\n    show_object(1)\n",
        "import typing\nimport typing as t\n\nclass P(t.NamedTuple):\n    x: typing.Optional[float] = None\n",
        "from collections.abc import Callable, Iterable\n",
        "import collections.abc\nlists = isinstance([], collections.abc.Sequence)\n",
        "import collections.abc as c\nfrom collections import abc\nx: c.Sized | abc.Sized = []\n",
        "import statistics, operator, fractions\nx = statistics.mean([operator.add(1, 2), fractions.Fraction(1, 2)])\n",
        "from decimal import Decimal\nfrom numbers import Real\nfrom abc import ABC, abstractmethod\n",
        "import cadquery.selectors as sel\ns = sel.BoxSelector((0, 0, 0), (1, 1, 1))\n",
        "import cadquery.func as f\nimport cadquery.selectors\nx = f.box(1, 1, 1)\n",
        "from typing import *\npoints: List[Tuple[float, float]] = []\n",
        "class Point:\n    __slots__ = ('x', 'y')\n\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n",
    ],
)
def test_usual_constructs_are_allowed(code: str) -> None:
    assert reject(PLAIN + code) == []


@pytest.mark.parametrize("module", words.BROUGHT_NAMES)
def test_what_comes_with_everything_is_refused_where_its_name_is(module: str) -> None:
    for name in _brought(module):
        if reject(f"from {module} import {name}\n"):
            assert reject(f"from {module} import *\nx = {name}\n"), name


def _brought(module: str) -> list[str]:
    """What `*` brings. CadQuery's text is read, since importing it loads half a gigabyte."""
    if not module.startswith("cadquery"):
        found = importlib.import_module(module)
        return getattr(found, "__all__", None) or [name for name in vars(found) if not name.startswith("_")]
    package = importlib.util.find_spec("cadquery")
    if package is None or package.origin is None:
        pytest.skip("CadQuery is not installed")
    file = Path(package.origin).with_name("func.py" if module.endswith("func") else "__init__.py")
    values = [node.value for node in ast.parse(file.read_text()).body if isinstance(node, ast.Assign)]
    listed = [ast.literal_eval(value) for value in values if isinstance(value, ast.List)]
    imports = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.ImportFrom)]
    return [*itertools.chain(*listed)] or [item.name for node in imports for item in node.names]


def test_the_future_of_annotations_is_allowed() -> None:
    assert reject(f"from __future__ import annotations\n{PLAIN}") == []


def test_lines_are_those_of_the_text() -> None:
    findings = reject("x = 1\r\nimport os\r\n\r\nopen('a')\r\n")
    assert [finding.line for finding in findings] == [2, 4]


def test_what_does_not_parse_is_left_to_python() -> None:
    assert reject("import os; (") == []
    assert reject("(" * 50_000) == []


def test_texts_that_are_no_scripts_are_refused() -> None:
    assert reject("x = '\udcff'")[0].what == "text that is not UTF-8"
    assert "bytes" in reject("# filler\n" * 100_000)[0].what


@given(st.text(max_size=300))
def test_any_text_is_answered(code: str) -> None:
    assert all(finding.line >= 1 for finding in reject(code))

"""What is written down of CadQuery's interface is what the installed CadQuery has, read from its source."""

import ast
import importlib.util
from pathlib import Path

import pytest

from resources.domains.cad_modeling.language.workplane_interface import signatures


def test_methods_and_parameters_are_those_of_the_installed_cadquery() -> None:
    found = importlib.util.find_spec("cadquery")
    if found is None or found.origin is None:
        pytest.skip("CadQuery is not installed")
    tree = ast.parse(Path(found.origin).with_name("cq.py").read_text())
    workplane = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Workplane")
    methods = {node.name: node.args for node in workplane.body if isinstance(node, ast.FunctionDef)}
    for name, signature in signatures().items():
        if name != "Workplane" and not signature.open and name in methods:
            assert tuple(item.arg for item in methods[name].args[1:]) == signature.names, name
    public = {name for name in methods if not name.startswith("_")}
    assert public <= signatures().keys()

"""What is written down of Triton's language is what the installed Triton has, read from its source."""

import ast
import importlib.util
from pathlib import Path

import pytest

from resources.domains.gpu_kernels.language.triton_interface import MEMBERS, signatures


def test_functions_and_parameters_are_those_of_the_installed_triton() -> None:
    found = importlib.util.find_spec("triton")
    if found is None or found.origin is None:
        pytest.skip("Triton is not installed")
    folder = Path(found.origin).with_name("language")
    trees = [ast.parse((folder / f"{name}.py").read_text()) for name in ("core", "standard", "math", "random")]
    functions = {node.name: node.args for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    seen = 0
    for name, signature in signatures().items():
        assert name in MEMBERS
        if name in functions and not signature.open:
            own = [item.arg for item in functions[name].args if not item.arg.startswith("_")]
            assert tuple(own) == signature.names, name
            seen += 1
    assert seen > 30

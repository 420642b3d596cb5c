"""Interfaces of imported tasks: signatures and docstrings of what a candidate must define, bodies left out."""

import ast
from collections.abc import Sequence

from resources.domains.gpu_kernels.language.triton_source import TritonSource

_SHOWN_METHODS = ("__init__", "forward", "backward", "apply")


def function_stub(function: ast.FunctionDef, indent: str = "") -> str:
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    said = ast.get_docstring(function)
    text = f'{indent}    """{_indented(said, indent)}"""\n' if said and '"""' not in said and "\\" not in said else ""
    decorators = "".join(f"{indent}@{ast.unparse(item)}\n" for item in function.decorator_list)
    return f"{decorators}{indent}def {function.name}({ast.unparse(function.args)}){returns}:\n{text}{indent}    ...\n"


def class_stub(node: ast.ClassDef, name: str) -> str:
    """A class under `name`."""
    bases = f"({', '.join(ast.unparse(base) for base in node.bases)})" if node.bases else ""
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name in _SHOWN_METHODS]
    return f"class {name}{bases}:\n" + ("\n".join(function_stub(method, "    ") for method in methods) or "    ...\n")


def imports_for(source: TritonSource, text: str) -> str:
    """The imports at module level whose names `text` mentions."""
    statements: Sequence[ast.stmt] = [
        item for item in source.module.tree.body if isinstance(item, ast.Import | ast.ImportFrom)
    ]
    kept: list[str] = []
    for item in statements:
        names = [alias.asname or alias.name.partition(".")[0] for alias in getattr(item, "names", ())]
        if any(f"{name}." in text or f"{name}[" in text or f" {name}" in text for name in names):
            kept.append(ast.unparse(item))
    return "\n".join(dict.fromkeys(kept)) + "\n" if kept else ""


def _indented(text: str, indent: str) -> str:
    return text.replace("\n", f"\n{indent}    ")

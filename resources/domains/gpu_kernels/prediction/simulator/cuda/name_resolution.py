"""What the compiler refuses in a CUDA program wherever it stands: names that nothing declares, calls that no function
of the program fits, and assignments of what is const.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.cuda.functions import CONSTANTS
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import CType, Node, Program, Routine

_OWNERS = frozenset("threadIdx blockIdx blockDim gridDim".split())
_OPENING = frozenset("block for if while do".split())


@lru_cache(maxsize=32)
def first_error(program: Program) -> Node | None:
    """One that is certain: a function that is called may be CUDA's own."""
    if program.has_macros:
        return None
    for routine in program.routines.values():
        resolver = NameResolver(program, routine)
        errors = sorted((*resolver.wrong, *resolver.constants_written), key=lambda node: node.line)
        if errors:
            return errors[0]
    return None


def undeclared_names(program: Program) -> tuple[list[Node], bool]:
    """The names that nothing declares; and whether a function of the program is called wrongly."""
    wrong = [node for routine in program.routines.values() for node in NameResolver(program, routine).wrong]
    names = [node for node in wrong if node.parts[0] not in program.routines]
    return names, len(names) < len(wrong)


class NameResolver:
    """Goes through one function. `wrong` are names and calls; `constants_written` assign what is declared const."""

    def __init__(self, program: Program, routine: Routine) -> None:
        known: dict[str, CType | None] = dict.fromkeys((*CONSTANTS, *program.routines, *_OWNERS))
        for node in program.constants:
            known |= {part.parts[1]: part.parts[0] for part in node.parts}
        self._program = program
        self._place = "device" if routine.is_kernel or "device" in routine.places else "host"
        self._scopes: list[dict[str, CType | None]] = [known, {name: kind for kind, name in routine.parameters}]
        self.wrong: list[Node] = []
        self.constants_written: list[Node] = []
        self._visit(routine.body)

    def _visit(self, node: Node) -> None:
        if node.what == "name":
            name = node.parts[0]
            if not name.startswith("cuda") and not any(name in scope for scope in self._scopes):
                self.wrong.append(node)
            return
        if node.what == "call":
            self._call(node.parts[0], node.parts[1])
            return
        is_opening = node.what in _OPENING
        if is_opening:
            self._scopes.append({})
        for part in _nodes(node.parts):
            self._visit(part)
        if is_opening:
            self._scopes.pop()
        if node.what == "variable":
            self._scopes[-1][node.parts[1]] = node.parts[0]
        if node.what in ("assign", "step") and self._is_constant(node.parts[1]):
            self.constants_written.append(node)

    def _is_constant(self, target: Node) -> bool:
        """Whether what is assigned is one by its own name's declaration. A struct's own pointers are not known."""
        while target.what == "field":
            target = target.parts[0]
        inner = target
        while inner.what == "index":
            inner = inner.parts[0]
        if inner.what == "unary" and inner.parts[0] == "*":
            inner = inner.parts[1]
        if inner.what != "name":
            return False
        kind = next((scope[inner.parts[0]] for scope in reversed(self._scopes) if inner.parts[0] in scope), None)
        return kind is not None and kind.is_constant and (inner is not target or not kind.pointers)

    def _call(self, called: Node, arguments: tuple[Node, ...]) -> None:
        routine = self._program.routines.get(called.parts[0]) if called.what == "name" else None
        if routine is not None:
            fits = len(routine.parameters) == len(arguments) and not routine.is_kernel
            if not fits or self._place not in routine.places:
                self.wrong.append(called)
        for argument in arguments:
            self._visit(argument)


def _nodes(parts: Any) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from _nodes(part)

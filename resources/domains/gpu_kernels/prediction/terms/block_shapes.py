"""Shapes of the values in a kernel, carried through its terms: which blocks do not fit, which axis is none.

Sizes are whole numbers where a launch passes them as such, else the terms that they are; two sizes differ only where
both are numbers. What cannot be told is None, and fits everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from resources.domains.gpu_kernels.language.triton_interface import UNARY
from resources.domains.gpu_kernels.prediction.terms.expression_terms import COMMUTING, LANGUAGE, Term
from resources.domains.gpu_kernels.prediction.terms.program_terms import Program

Shape = tuple[int | str, ...] | None
LARGEST_TENSOR = 1 << 20
"""Elements of one of Triton's tensors."""
_ELEMENTWISE = (*COMMUTING, "Sub", "Div", "FloorDiv", "Mod", "Lt", "LtE", "Pow", "LShift", "RShift")
_REDUCING = ("sum", "max", "min", "argmax", "argmin")


@dataclass
class Misfits:
    """Counts of certain errors."""

    shapes: int = 0
    axes: int = 0
    sizes: int = 0
    not_constant: int = 0
    conditions: int = 0


@dataclass
class Shapes:
    """Of one kernel, whose `parameters` are whole numbers where a launch passes them."""

    terms: Mapping[str, Term]
    parameters: Mapping[str, int]
    constants: frozenset[str]
    found: Misfits
    known: dict[str, Shape] = field(default_factory=dict)

    def of(self, digest: str) -> Shape:
        if digest not in self.known:
            self.known[digest] = None
            self.known[digest] = self._of(digest, self.terms[digest])
        return self.known[digest]

    def _of(self, digest: str, term: Term) -> Shape:
        name, children = term.name, term.children
        if name.startswith(("constant ", "parameter ", "loop ")) or name in ("minus infinity", "infinity"):
            return ()
        if name in _ELEMENTWISE and len(children) == 2:
            return self.broadcast([self.of(item) for item in children])
        if name.startswith(("carried ", "after ", "USub", "Not", "Invert")):
            return self.of(children[0])
        if name == "either":
            return self.of(children[1])
        if name == "IfExp":
            return self._chosen(*children)
        if name == "element":
            return self._element(self.of(children[0]), self.terms[children[1]])
        if name == "call" and self.terms[children[0]].name in ("member to", "member cast"):
            return self.of(self.terms[children[0]].children[0])
        if name.startswith(f"call {LANGUAGE}"):
            return self._call(name.removeprefix(f"call {LANGUAGE}"), children)
        return None

    def _chosen(self, test: str, chosen: str, other: str) -> Shape:
        """Python's own condition needs one value, not a block."""
        self.found.conditions += bool(self.of(test))
        one, two = self.of(chosen), self.of(other)
        return one if one == two else None

    def _call(self, name: str, children: Sequence[str]) -> Shape:
        named = {self.terms[item].name.removeprefix("keyword "): item for item in children if self._is_named(item)}
        given = [item for item in children if not self._is_named(item)]
        if name in ("program_id", "num_programs"):
            return ()
        if name == "arange" and len(given) == 2:
            return self._range(*given)
        if name in ("zeros", "full") and "shape" in named:
            return self._sizes(self.terms[named["shape"]].children[0])
        values = {key: self.of(self.terms[item].children[0]) for key, item in named.items()}
        if name == "load":
            return self.broadcast([values.get(key, ()) for key in ("pointer", "mask", "other")])
        if name == "store":
            return self._fit(values.get("pointer"), [values.get("value"), values.get("mask", ())])
        if name == "dot":
            return self._dot(values.get("input"), values.get("other"))
        if name in _REDUCING:
            return self._reduced(values.get("input"), named.get("axis"))
        shapes = [self.of(item) for item in given]
        if name in UNARY and len(shapes) == 1:
            return shapes[0]
        if name in ("where", "maximum", "minimum", "fma", "cdiv") and not named:
            return self.broadcast(shapes)
        if name == "trans" and len(shapes) == 1 and shapes[0] is not None:
            return tuple(reversed(shapes[0]))
        return None

    def _is_named(self, item: str) -> bool:
        return self.terms[item].name.startswith("keyword ")

    def broadcast(self, shapes: Sequence[Shape]) -> Shape:
        """Counts a misfit where two sizes are different numbers and neither is 1."""
        if any(shape is None for shape in shapes):
            return None
        rank = max((len(shape) for shape in shapes if shape), default=0)
        sizes: list[int | str] = [1] * rank
        for shape in shapes:
            for place, size in enumerate(shape or (), rank - len(shape or ())):
                known = sizes[place]
                if known == 1:
                    sizes[place] = size
                elif size != 1 and size != known:
                    if isinstance(size, int) and isinstance(known, int):
                        self.found.shapes += 1
                    sizes[place] = size if isinstance(size, int) else known
        return tuple(sizes)

    def _fit(self, target: Shape, shapes: Sequence[Shape]) -> Shape:
        """What is stored is spread to the pointers' shape, not the other way round."""
        whole = self.broadcast([target, *shapes])
        if target is not None and whole is not None and len(whole) != len(target):
            self.found.shapes += 1
        return ()

    def _element(self, shape: Shape, index: Term) -> Shape:
        parts = [self.terms[item].name for item in index.children] if index.name == "tuple" else [index.name]
        if shape is None or any(part not in ("constant None", "Slice") for part in parts):
            return None
        if parts.count("Slice") > len(shape):
            self.found.axes += 1
            return None
        left = iter(shape)
        taken = tuple(1 if part == "constant None" else next(left) for part in parts)
        return (*taken, *left)

    def _range(self, start: str, end: str) -> Shape:
        first, last = self.number(start), self.number(end)
        self._constant(end)
        if isinstance(first, int) and isinstance(last, int):
            size = last - first
            self.found.sizes += size <= 0 or size & (size - 1) != 0 or size > LARGEST_TENSOR
            return (size,)
        return (last if first == 0 else f"{first} {last}",)

    def _sizes(self, digest: str) -> Shape:
        term = self.terms[digest]
        items = term.children if term.name in ("tuple", "List") else (digest,)
        items = tuple(item for item in items if self.terms[item].name != "Load")
        for item in items:
            self._constant(item)
        sizes = tuple(self.number(item) for item in items)
        whole = [size for size in sizes if isinstance(size, int)]
        product = 1
        for size in whole:
            product = min(product * max(size, 1), 1 << 60)
        self.found.sizes += product > LARGEST_TENSOR or any(size & (size - 1) for size in whole)
        return sizes

    def _constant(self, digest: str) -> None:
        """Counts a size that is a parameter and no compile-time constant."""
        term = self.terms[digest]
        if term.name.startswith("parameter "):
            self.found.not_constant += digest not in self.constants
        elif term.name in _ELEMENTWISE:
            for item in term.children:
                self._constant(item)

    def number(self, digest: str) -> int | str:
        """A whole number where it is known, else the digest."""
        term = self.terms[digest]
        if term.name.startswith("constant ") and term.name[9:].isdecimal() and len(term.name) < 25:
            return int(term.name[9:])
        if term.name in self.parameters:
            return self.parameters[term.name]
        if term.name in ("Add", "Sub", "Mult", "FloorDiv"):
            one, other = (self.number(item) for item in term.children)
            if isinstance(one, int) and isinstance(other, int) and (other or term.name != "FloorDiv"):
                sums = {"Add": one + other, "Sub": one - other, "Mult": one * other}
                return sums[term.name] if term.name in sums else one // other
        return digest

    def _dot(self, one: Shape, other: Shape) -> Shape:
        if one is None or other is None:
            return None
        if len(one) != len(other) or len(one) < 2:
            self.found.shapes += 1
            return None
        if isinstance(one[-1], int) and isinstance(other[-2], int):
            self.found.shapes += one[-1] != other[-2]
        elif one[-1] != other[-2]:
            return None
        return (*one[:-1], other[-1])

    def _reduced(self, shape: Shape, axis: str | None) -> Shape:
        if shape is None:
            return None
        if axis is None:
            return ()
        place = self.number(self.terms[axis].children[0])
        if not isinstance(place, int):
            return None
        if place >= len(shape):
            self.found.axes += bool(shape)
            return None
        return shape[:place] + shape[place + 1 :]


def misfits(program: Program) -> dict[str, float]:
    """Certain errors of shapes in all kernels of a program, by name."""
    errors = Misfits()
    passed = _passed(program)
    for name, effects in program.effects:
        if name.startswith("kernel "):
            constants = {program.terms[item].children[0] for item in effects if _is_constexpr(program, item)}
            shapes = Shapes(program.terms, passed.get(name, {}), frozenset(constants), errors)
            for item in effects:
                for child in program.terms[item].children:
                    shapes.of(child)
    return {
        "shape_misfits": float(errors.shapes),
        "axis_misfits": float(errors.axes),
        "size_misfits": float(errors.sizes),
        "sizes_not_constant": float(errors.not_constant),
        "block_conditions": float(errors.conditions),
    }


def _is_constexpr(program: Program, effect: str) -> bool:
    return program.terms[effect].name == "constexpr"


def _passed(program: Program) -> dict[str, dict[str, int]]:
    """For each kernel, the whole numbers that its launch passes, by the parameter's term."""
    literals: dict[str, dict[str, int]] = {}
    for term in program.terms.values():
        if term.name.startswith("launch "):
            for item in term.children:
                name, value = program.terms[item].name, program.terms[item].children[0]
                text = program.terms[value].name.removeprefix("constant ")
                if name.startswith("passed ") and text.isdecimal() and len(text) < 16:
                    known = literals.setdefault(term.name.removeprefix("launch "), {})
                    known[name.replace("passed", "parameter")] = int(text)
    return literals

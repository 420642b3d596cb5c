"""Signals of a module: what is declared, how wide, how it is stored, and where it is used."""

from dataclasses import dataclass, field
from functools import lru_cache

from resources.domains.chip_design.language.source import ASSIGNMENTS, Node, Source

_HEADERS = ("VariablePortHeader", "NetPortHeader")
_DECLARATIONS = ("PortDeclaration", "DataDeclaration", "NetDeclaration", "ParameterDeclaration", "GenvarDeclaration")


@dataclass(slots=True)
class Signal:
    """A declared name. `dimension` is the packed range as written ("[7:0]"), "" for one bit.

    `direction` is "" for a name that is no port. `storage` is the first keyword of the type ("reg", "wire",
    "logic", "integer") and "" where none is written.
    """

    name: str
    direction: str = ""
    storage: str = ""
    dimension: str = ""
    signed: bool = False
    is_array: bool = False
    is_parameter: bool = False
    declarators: list[Node] = field(default_factory=list)


class Signals:
    """The names of one module and the identifier tokens that use them."""

    def __init__(self, source: Source, module: Node) -> None:
        self.module = module
        self.table: dict[str, Signal] = {}
        self.uses: dict[str, list[Node]] = {}
        inherited = Signal("")
        for node in module.walk():
            if node.kind == "ImplicitAnsiPort":
                inherited = self._port(source, node, inherited)
            elif node.kind in _DECLARATIONS:
                self._declare(source, node)
            elif node.is_token and node.kind == "Identifier" and node.whole and node.text:
                self.uses.setdefault(node.text, []).append(node)

    def _port(self, source: Source, port: Node, inherited: Signal) -> Signal:
        header, declarator = port.child(*_HEADERS), port.child("Declarator")
        if header is None or declarator is None:
            return inherited
        described = _describe(source, header)
        if not described.direction and not described.storage and not described.dimension:
            described = inherited
        self._add(source, declarator, described)
        return described

    def _declare(self, source: Source, node: Node) -> None:
        described = _describe(source, node.child(*_HEADERS) or node)
        described.is_parameter = node.kind == "ParameterDeclaration"
        for declarator in node.children:
            if declarator.kind == "Declarator":
                self._add(source, declarator, described)

    def _add(self, source: Source, declarator: Node, described: Signal) -> None:
        if not declarator.children or not declarator.children[0].text:
            return
        name = declarator.children[0].text
        signal = self.table.setdefault(name, Signal(name))
        signal.direction = signal.direction or described.direction
        signal.storage = described.storage or signal.storage
        signal.dimension = signal.dimension or described.dimension
        signal.signed = signal.signed or described.signed
        signal.is_parameter = signal.is_parameter or described.is_parameter
        signal.is_array = signal.is_array or any(item.kind == "VariableDimension" for item in declarator.children)
        signal.declarators.append(declarator)

    def alike(self, name: str) -> list[Signal]:
        """Other signals that could stand in the place of `name`: same width, same shape."""
        own = self.table.get(name)
        if own is None:
            return []
        shape = (own.dimension, own.is_array, own.is_parameter, own.storage == "integer")
        return [
            other
            for other in self.table.values()
            if other.name != name
            and (other.dimension, other.is_array, other.is_parameter, other.storage == "integer") == shape
        ]


@lru_cache(maxsize=4)
def modules_of(source: Source) -> tuple[Signals, ...]:
    """The signals of each module of the text. Several finders ask for them."""
    return tuple(Signals(source, node) for node in source.root.walk() if node.kind == "ModuleDeclaration")


def is_target(node: Node) -> bool:
    """Whether the node stands on the left of an assignment (indexes included)."""
    below: Node = node
    for above in node.ancestors():
        if above.kind in ASSIGNMENTS:
            return above.children[0] is below
        if above.kind in ("ElementSelect", "ExpressionStatement"):
            return False
        below = above
    return False


def _describe(source: Source, node: Node) -> Signal:
    """What the tokens before the first declarator say."""
    described = Signal("")
    for child in node.children:
        if child.kind == "Declarator":
            break
        for item in child.walk() if child.kind not in _HEADERS else ():
            _note(source, item, described)
    return described


def _note(source: Source, item: Node, described: Signal) -> None:
    if item.text in ("input", "output", "inout"):
        described.direction = item.text
    elif item.text == "signed":
        described.signed = True
    elif item.kind == "VariableDimension":
        described.dimension = described.dimension or source.text(item)
    elif item.is_token and item.text in ("reg", "wire", "logic", "integer", "int", "genvar", "bit"):
        described.storage = described.storage or item.text

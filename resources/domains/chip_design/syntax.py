"""Reading Verilog with pyslang: trees, module names, ports, macros. Offsets are in characters of ASCII text.

pyslang stays behind this module and the few that walk trees; what a candidate may contain is `stages.reject`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from resources.execution.reader.apart import apart

ICARUS_MACROS = ("__ICARUS__=1",)
"""What iverilog 11 defines by itself."""
YOSYS_MACROS = ("YOSYS=1", "SYNTHESIS=1")
"""What Yosys defines by itself."""


@dataclass(frozen=True)
class Port:
    """One port: `direction` is "input", "output" or "inout"; `shape` its signing and packed range as text."""

    name: str
    direction: str
    shape: str


@dataclass(frozen=True)
class Interface:
    """A module's header: its name, its parameter list as text ("" without) and its ports in order."""

    module: str
    parameters: str
    ports: tuple[Port, ...]

    def header(self, *, variable_outputs: bool = False) -> str:
        """The ANSI header, up to and with its semicolon. Outputs are nets unless `variable_outputs`."""
        kind = {"input": "", "inout": "", "output": "reg " if variable_outputs else ""}
        ports = [f"  {port.direction} {kind[port.direction]}{port.shape}{port.name}" for port in self.ports]
        return f"module {self.module}{self.parameters} (\n" + ",\n".join(ports) + "\n);\n"

    def named(self, direction: str) -> tuple[str, ...]:
        return tuple(port.name for port in self.ports if port.direction == direction)


@dataclass(frozen=True)
class Parsed:
    """A syntax tree with what it is made of. pyslang's nodes do not keep it alive: hold on to it while one is used."""

    tree: Any
    sources: Any

    @property
    def root(self) -> Any:
        return self.tree.root

    @property
    def diagnostics(self) -> Any:
        return self.tree.diagnostics


def parse(text: str, macros: tuple[str, ...] = ICARUS_MACROS) -> Parsed:
    """The syntax tree of `text`, whatever is wrong with it: errors are in `diagnostics`.

    The caller has made sure that `text` includes no file (`stages.guard`), since pyslang would read it.
    Raises RuntimeError where text nests deeper than pyslang's limit of 1024.
    """
    from pyslang import Bag, SourceManager
    from pyslang.parsing import PreprocessorOptions
    from pyslang.syntax import SyntaxTree

    options = PreprocessorOptions()
    options.predefines = list(macros)
    options.maxIncludeDepth = 0
    sources = SourceManager()
    # Not fromText, which takes a text without modules for an expression or a statement; elaborating that may crash.
    tree = SyntaxTree.fromBuffer(sources.assignText("source", text), sources, Bag([options]))
    if any(code_name(diagnostic) == "ParseTreeTooDeep" for diagnostic in tree.diagnostics):
        raise RuntimeError("the source nests too deeply")
    return Parsed(tree, sources)


def walk(parsed: Parsed) -> Sequence[Any]:
    """Every node and token in source order."""
    found: list[Any] = []
    parsed.root.visit(found.append)
    return found


def is_token(item: Any) -> bool:
    return hasattr(item, "rawText")


def kind_of(item: Any) -> str:
    """The short name of a node's or token's kind, such as "ModuleDeclaration" or "Identifier"."""
    return str(item.kind.name)


def code_name(diagnostic: Any) -> str:
    """The short name of a diagnostic's code, such as "ExpectedToken"."""
    return str(diagnostic.code).removeprefix("DiagCode").strip("()")


def module_nodes(parsed: Parsed) -> dict[str, Any]:
    """Module name → declaration node, for modules (not packages, interfaces or classes)."""
    return {
        item.header.name.valueText: item
        for item in walk(parsed)
        if not is_token(item) and kind_of(item) == "ModuleDeclaration"
    }


def plain(node: Any) -> str:
    """A node's text without comments and with single blanks."""
    words: list[str] = []
    node.visit(lambda item: words.append(item.rawText) if is_token(item) and item.rawText else None)
    return " ".join(words)


def interface_of(text: str, module: str) -> Interface | None:
    """The header of `module` in `text`, ANSI or not; None where it cannot be found."""
    parsed = parse(text)
    node = module_nodes(parsed).get(module)
    if node is None or node.header.ports is None:
        return None
    ansi = kind_of(node.header.ports) == "AnsiPortList"
    ports = _ansi_ports(node.header.ports) if ansi else _body_ports(node)
    if node.header.parameters is not None:
        return Interface(module, f" {plain(node.header.parameters)}", tuple(ports))
    return Interface(module, "" if ansi else _body_parameters(node), tuple(ports))


def _body_parameters(node: Any) -> str:
    """Parameters that a module declares in its body, as a list for an ANSI header: its ports may need them."""
    members = [member for member in node.members if not is_token(member)]
    found = [plain(member.parameter) for member in members if kind_of(member) == "ParameterDeclarationStatement"]
    return f" # ( {' , '.join(found)} )" if found else ""


def input_names(module: str, text: str) -> tuple[str, ...]:
    """The inputs of `module`; empty where its header cannot be found."""
    return _names(module, text, "input")


def inout_names(module: str, text: str) -> tuple[str, ...]:
    """The bidirectional ports of `module`; empty where its header cannot be found."""
    return _names(module, text, "inout")


@lru_cache(maxsize=512)
@apart
def _names(module: str, text: str, direction: str) -> tuple[str, ...]:
    found = interface_of(text, module)
    return tuple(name.split()[0] for name in found.named(direction)) if found else ()


@apart
def parameter_names(text: str, module: str) -> tuple[str, ...]:
    """The parameters of `module` that an instance may override, in order."""
    node = module_nodes(parse(text)).get(module)
    if node is None:
        return ()
    header = list(node.header.parameters.declarations) if node.header.parameters is not None else []
    members = [member for member in node.members if not is_token(member)]
    body = [member.parameter for member in members if kind_of(member) == "ParameterDeclarationStatement"]
    declarations = [item for item in [*header, *body] if kind_of(item) == "ParameterDeclaration"]
    open_ones = [item for item in declarations if item.keyword.valueText != "localparam"]
    return tuple(each.name.valueText for item in open_ones for each in item.declarators if not is_token(each))


def _ansi_ports(port_list: Any) -> Iterator[Port]:
    """ANSI ports; a port without its own header ("input a, b") continues the one before it."""
    direction, shape = "input", ""
    for item in port_list.ports:
        if is_token(item) or kind_of(item) != "ImplicitAnsiPort":
            continue
        new_direction, new_type = _header_parts(item.header)
        if new_direction or new_type.strip():
            direction, shape = new_direction or direction, new_type
        dimensions = "".join(plain(dimension) for dimension in item.declarator.dimensions)
        yield Port(item.declarator.name.valueText + (f" {dimensions}" if dimensions else ""), direction, shape)


def _header_parts(header: Any) -> tuple[str, str]:
    direction = getattr(header, "direction", None)
    data_type = getattr(header, "dataType", None)
    return (direction.rawText if direction is not None else "", _shape(plain(data_type)) if data_type else "")


def _shape(data_type: str) -> str:
    """ "reg signed [3:0]" → "signed [3:0] ": what remains of a data type when a net carries it."""
    words = data_type.split(" ")
    kept = [word for word in words if word not in ("reg", "logic", "wire", "var", "tri")]
    return " ".join(kept) + " " if any(kept) else ""


def _body_ports(node: Any) -> Iterator[Port]:
    """Ports of a non-ANSI header, in the order of their declarations in the body."""
    for member in node.members:
        if is_token(member) or kind_of(member) != "PortDeclaration":
            continue
        direction, shape = _header_parts(member.header)
        for declarator in member.declarators:
            if not is_token(declarator):
                yield Port(declarator.name.valueText, direction, shape)


def interface_for(settings: Mapping[str, str], reference: str, interface: str) -> Interface:
    """The interface a bundle asks for: read from its reference, else from its interface text.

    Raises ValueError where neither declares the module.
    """
    top = settings.get("top", "")
    found = interface_of(reference, top) or interface_of(interface, top) or interface_of(f"{interface}\nendmodule", top)
    if found is None:
        raise ValueError(f"neither the reference nor the interface declares a module {top!r} with ports")
    return found

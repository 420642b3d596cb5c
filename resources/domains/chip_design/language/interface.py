"""Interfaces of Verilog modules: ports and parameters, read from their headers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, module_nodes, parse, plain
from resources.execution.reader.apart import apart


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

    def header(self) -> str:
        """The ANSI header, up to and with its semicolon. Outputs are nets."""
        ports = [f"  {port.direction} {port.shape}{port.name}" for port in self.ports]
        return f"module {self.module}{self.parameters} (\n" + ",\n".join(ports) + "\n);\n"

    def named(self, direction: str) -> tuple[str, ...]:
        return tuple(port.name for port in self.ports if port.direction == direction)


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
    parameters = [plain(member.parameter) for member in members if kind_of(member) == "ParameterDeclarationStatement"]
    return f" # ( {' , '.join(parameters)} )" if parameters else ""


def input_names(module: str, text: str) -> tuple[str, ...]:
    """The inputs of `module`; empty where its header cannot be found."""
    return _names(module, text, "input")


def inout_names(module: str, text: str) -> tuple[str, ...]:
    """The bidirectional ports of `module`; empty where its header cannot be found."""
    return _names(module, text, "inout")


@lru_cache(maxsize=512)
@apart
def _names(module: str, text: str, direction: str) -> tuple[str, ...]:
    interface = interface_of(text, module)
    return tuple(name.split()[0] for name in interface.named(direction)) if interface else ()


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
    header = (
        interface_of(reference, top) or interface_of(interface, top) or interface_of(f"{interface}\nendmodule", top)
    )
    if header is None:
        raise ValueError(f"neither the reference nor the interface declares a module {top!r} with ports")
    return header

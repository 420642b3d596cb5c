"""A cut module elaborated: its ports with their sizes, parameters, clocking, and texts without macros.

What no bench of this project can judge is refused here, each with its reason.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.language.guard import guard
from resources.domains.chip_design.language.syntax import Parsed, code_name, is_token, kind_of, parse
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.chip_design.tasks.importers.wild.clocking import Clocking, clocking_of
from resources.domains.chip_design.tasks.importers.wild.folder import without_comments
from resources.domains.chip_design.tasks.importers.wild.hardware import unfit
from resources.execution.reader.apart import apart

MAXIMUM_BITS = 1024
"""Of all inputs, and of all outputs."""
ORACLE = "reference_"
_MOST_LITERALS = 64
_NUMBER = re.compile(r"(?<![\w'])(?:\d+\s*)?'[sS]?([bodhBODH])([0-9a-fA-F_]+)|(?<![\w'.])(\d+)(?![\w'])")
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_READS_MEMORY = re.compile(r"\$(readmem[hb]|fopen|fread|fscanf)\b")


@dataclass(frozen=True)
class WildPort:
    """A port with its size at the parameters' defaults."""

    name: str
    direction: str
    width: int
    signed: bool


@dataclass(frozen=True)
class WildDesign:
    """`interface` is the header with its comments and without macros; `oracle` the whole design by another name, to
    stand in a bench; `given` the texts of the parts, by name, and `stubs` their headers. Where parts and top share
    packages nothing is given, and `reference` is the whole."""

    ports: tuple[WildPort, ...]
    parameters: tuple[tuple[str, str], ...]
    clocking: Clocking
    literals: tuple[int, ...]
    interface: str
    reference: str
    oracle: str
    given: Mapping[str, str]
    stubs: Mapping[str, str]

    def inputs(self) -> tuple[WildPort, ...]:
        """All but the clock."""
        return tuple(port for port in self.ports if port.direction == "input" and port.name != self.clocking.clock)

    def outputs(self) -> tuple[WildPort, ...]:
        return tuple(port for port in self.ports if port.direction == "output")


def _broken(death: Exception, *_: object) -> NoReturn:
    raise VerilogError(str(death))


@apart(raises=(VerilogError,), died=_broken)
def design_of(own: str, parts: dict[str, str], top: str, header: str) -> WildDesign:
    """`header` is the module's own as it is written. Raises VerilogError with the reason where it cannot be judged."""
    whole = "\n".join([own, *parts.values()])
    if reason := guard(whole):
        raise VerilogError(reason)
    parsed = _parsed(whole)
    made = _elaborated(parsed, top)
    ports = _ports(made.instance)
    _refuse_text(whole)
    if reason := unfit(made.symbols):
        raise VerilogError(reason)
    widths = {f"{top}.{port.name}": port.width for port in ports if port.direction == "input"}
    outputs = [f"{top}.{port.name}" for port in ports if port.direction == "output"]
    clocking = clocking_of(made.symbols, widths, outputs)
    shared = bool(parts) and _declares_more(parsed)
    expanded = _expanded(parsed)
    return WildDesign(
        ports,
        _parameters(made.instance),
        clocking,
        _literals(expanded),
        _header(header, own, top),
        whole if shared else own,
        VerilogText(expanded).renamed(top, f"{ORACLE}{top}"),
        {} if shared else {name: _expanded(_parsed(text)) for name, text in parts.items()},
        {} if shared else {name: VerilogText(_expanded(_parsed(text))).interface(name) for name, text in parts.items()},
    )


def _refuse_text(text: str) -> None:
    if found := _READS_MEMORY.search(without_comments(text)):
        raise VerilogError(f"reads its values from files ({found[0]})")
    if findings := reject(text):
        raise VerilogError(f"no candidate may contain it: {findings[0].what}")


def _parsed(text: str) -> Parsed:
    try:
        return parse(text)
    except RuntimeError as error:
        raise VerilogError(f"cannot be parsed: {error}") from None


@dataclass(frozen=True)
class _Elaborated:
    """The top's instance and all symbols below it, with the compilation that keeps them alive."""

    compilation: Any
    instance: Any
    symbols: list[Any]


def _elaborated(parsed: Parsed, top: str) -> _Elaborated:
    """Loops, functions and instances are bounded. Raises VerilogError where it is no design."""
    from pyslang import Bag
    from pyslang.ast import Compilation, CompilationFlags, CompilationOptions

    options = CompilationOptions()
    options.flags |= CompilationFlags.AllowUseBeforeDeclare | CompilationFlags.DisableInstanceCaching
    options.maxInstanceDepth, options.maxInstanceArray = 16, 256
    options.maxGenerateSteps, options.maxConstexprSteps, options.maxConstexprDepth = 4096, 100_000, 64
    options.topModules = {top}
    compilation = Compilation(Bag([options]))
    compilation.addSyntaxTree(parsed.tree)
    errors = [item for item in (*parsed.diagnostics, *compilation.getSemanticDiagnostics()) if item.isError()]
    if errors:
        raise VerilogError(_complaint(parsed, errors))
    instance = next((item for item in compilation.getRoot().topInstances if item.name == top), None)
    if instance is None:
        raise VerilogError("does not elaborate: it is no top by itself")
    symbols: list[Any] = []
    instance.visit(symbols.append)
    return _Elaborated(compilation, instance, symbols)


def _complaint(parsed: Parsed, errors: list[Any]) -> str:
    """What keeps a text from being a design: a macro that is nowhere before all that follows of it."""
    first = next((item for item in errors if code_name(item) == "UnknownDirective"), errors[0])
    said = [str(argument) for argument in first.args]
    code = code_name(first)
    if code == "UnknownDirective":
        return f"uses the macro {said[0] if said else ''}, which is nowhere"
    if code == "UnknownModule":
        return f"does not elaborate: the module {said[0] if said else ''} is nowhere"
    if code == "ParamHasNoValue":
        return f"does not elaborate: the parameter {said[-1] if said else ''} has no default"
    line = parsed.sources.getLineNumber(parsed.sources.getFullyOriginalLoc(first.location))
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", code).lower()
    return f"does not elaborate: {words}{f' ({said[0]})' if said else ''} at line {line} of what was cut"


def _ports(instance: Any) -> tuple[WildPort, ...]:
    ports = []
    for port in instance.body.portList:
        if kind_of(port) != "Port":
            raise VerilogError(f"its port {port.name} is no plain signal")
        direction = {"In": "input", "Out": "output"}.get(port.direction.name, "")
        if not direction:
            raise VerilogError(
                f"inout: {port.name}" if port.direction.name == "InOut" else f"{port.name} is a reference"
            )
        if not port.type.isIntegral or not _PLAIN_NAME.fullmatch(port.name):
            raise VerilogError(f"its port {port.name or '(without a name)'} is no plain signal or vector")
        if port.type.isEnum or port.type.isStruct or "::" in str(port.syntax.parent):
            raise VerilogError(f"the type of its port {port.name} is declared elsewhere")
        ports.append(WildPort(port.name, direction, int(port.type.bitWidth), bool(port.type.isSigned)))
    return _judgeable(tuple(ports))


def _judgeable(ports: tuple[WildPort, ...]) -> tuple[WildPort, ...]:
    if not ports:
        raise VerilogError("no ports")
    for direction in ("input", "output"):
        bits = sum(port.width for port in ports if port.direction == direction)
        if not bits:
            raise VerilogError(
                "nothing that can be observed: it has no output" if direction == "output" else "no inputs"
            )
        if bits > MAXIMUM_BITS:
            raise VerilogError(f"over a size limit: {bits} bits of {direction}s; at most {MAXIMUM_BITS} are driven")
    return ports


def _parameters(instance: Any) -> tuple[tuple[str, str], ...]:
    found = []
    for item in instance.body.parameters:
        if not item.isLocalParam and kind_of(item) == "Parameter":
            found.append((str(item.name), str(item.value)))
    return tuple(found)


def _declares_more(parsed: Parsed) -> bool:
    """Whether anything but modules stands in the text: packages, functions, types."""
    members = [item for item in parsed.root.members if not is_token(item)]
    return any(kind_of(item) not in ("ModuleDeclaration", "EmptyMember") for item in members)


def _expanded(parsed: Parsed, *, comments: bool = False) -> str:
    """The text as the compiler reads it: macros expanded, no directives."""
    from pyslang.syntax import SyntaxPrinter

    printer = SyntaxPrinter(parsed.sources)
    printer.setExpandMacros(True)
    printer.setIncludeDirectives(False)
    printer.setIncludeSkipped(False)
    printer.setIncludeComments(comments)
    text = str(printer.print(parsed.root).str())
    return "".join(f"{line.rstrip()}\n" for line in text.split("\n") if line.strip())


def _header(header: str, own: str, top: str) -> str:
    """The header with its comments; without macros, and without them, where it uses some."""
    if "`" not in header:
        return f"{header.rstrip()}\nendmodule\n"
    return VerilogText(_expanded(_parsed(own), comments=True)).interface(top)


def _literals(text: str) -> tuple[int, ...]:
    """Numbers that stand in the text, by which stimuli reach what is compared with them."""
    found: list[int] = []
    for base, digits, plain in _NUMBER.findall(text):
        try:
            found.append(int(plain) if plain else int(digits.replace("_", ""), _BASES[base.lower()]))
        except ValueError:
            continue
    return tuple(dict.fromkeys(found))[:_MOST_LITERALS]

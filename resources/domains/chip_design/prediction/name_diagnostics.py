"""Errors of elaboration in Icarus's words and order: names, ports and modules that are none, nets assigned to.

pyslang finds them (`elaboration`); how Icarus goes through a module, and what it adds to an error, stands here:
signals first, then functions, then instances and assignments in their order, then processes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.language.syntax import Elaborated, code_name, is_token, kind_of, plain
from resources.domains.chip_design.prediction.icarus_elaboration import (
    ASSIGNMENTS,
    CONDITIONS,
    FUNCTIONS,
    Phase,
    after,
    ancestors,
    ends_process,
    is_assigned,
    offset_of,
    owner_of,
    parts,
    phase_of,
    printed,
    span_of,
)

_UNDECLARED = ("UndeclaredIdentifier", "TypoIdentifier")
_TOLERATED = {"PackedDimsRequireFullRange", "UsedBeforeDeclared"}
"""Errors to pyslang, and none to Icarus."""
_NAMES = ("IdentifierName", "IdentifierSelectName")
_NO_ARRAYS = {"IntegerLiteralExpression", "IntegerVectorExpression"}
_UNCOUNTED = CONDITIONS["CaseStatement"]


@dataclass(frozen=True)
class _Error:
    """What Icarus says at one place; `order` is when, `skipped` the text that it then passes over."""

    order: tuple[int, int]
    lines: tuple[str, ...]
    skipped: range = range(0)
    ends_process: bool = False


class ModuleErrors:
    """The errors of one module that is elaborated as a root."""

    def __init__(self, elaborated: Elaborated, file: str, module: Any) -> None:
        self._parsed, self._file, self._module = elaborated.parsed, file, module
        self._sources = elaborated.parsed.sources
        self._inside = range(module.sourceRange.start.offset, module.sourceRange.end.offset)
        self._diagnostics = [item for item in elaborated.diagnostics if item.location.offset in self._inside]
        self._nodes: list[Any] = []
        module.visit(lambda item: None if is_token(item) else self._nodes.append(item))
        self._names = {offset_of(node): node for node in reversed(self._nodes) if kind_of(node) in _NAMES}
        self._name = str(module.header.name.valueText)
        self._input_variables = dict(self._variables_as_inputs())

    @property
    def is_open(self) -> bool:
        """Whether Icarus may say more than `log` knows, of errors or before them."""
        errors = {code_name(item) for item in self._diagnostics if item.isError()}
        return bool(errors - _TOLERATED) or self._warns_of_arrays()

    def log(self) -> str:
        """The lines in Icarus's order; "" where there is nothing that it would refuse for sure."""
        redefined = list(self._redefined())
        if redefined:
            return "".join(redefined)
        missing = [item for item in self._diagnostics if code_name(item) == "UnknownModule"]
        if missing:
            return self._missing_modules([str(item.args[0]) for item in missing])
        lines = list(self._input_variables.values())
        if self._warns_of_arrays():
            return ""
        skipped: list[range] = []
        failed = False
        for error in sorted(self._errors(), key=lambda error: error.order):
            if not any(error.order[1] in text for text in skipped):
                lines += error.lines
                skipped.append(error.skipped)
                failed = failed or error.ends_process
        count = sum((": error: " in line and not line.endswith(_UNCOUNTED)) or ": register " in line for line in lines)
        lines += ["Elaboration failed" if failed else f"{count} error(s) during elaboration."] if lines else []
        return "".join(f"{line}\n" for line in lines)

    def _warns_of_arrays(self) -> bool:
        """Whether a process waits for a whole array: Icarus warns of each before it comes to later errors."""
        arrays = {item.name.valueText for item in self._nodes if kind_of(item) == "Declarator" and len(item.dimensions)}
        waiting = [span_of(item.parent) for item in self._nodes if kind_of(item) == "ImplicitEventControl"]
        return any(
            node.identifier.valueText in arrays and any(offset in span for span in waiting)
            for offset, node in self._names.items()
        )

    def _missing_modules(self, names: list[str]) -> str:
        instances = [
            (node.type.valueText, instance)
            for node in self._nodes
            if kind_of(node) == "HierarchyInstantiation" and node.type.valueText in names
            for instance in parts(node.instances)
        ]
        lines = [f"{self._place(item)}: error: Unknown module type: {name}" for name, item in instances]
        lines += [f"{len(lines) + 1} error(s) during elaboration.", "*** These modules were missing:"]
        referenced = [name for name, _ in instances]
        lines += [f"        {name} referenced {referenced.count(name)} times." for name in sorted(set(referenced))]
        return "".join(f"{line}\n" for line in (*lines, "***"))

    def _redefined(self) -> Iterator[str]:
        """Names declared twice; Icarus stops after parsing then. A net's port may be declared a variable."""
        for name in dict.fromkeys(str(item.args[0]) for item in self._diagnostics if code_name(item) == "Redefinition"):
            declarators = [
                item for item in self._nodes if kind_of(item) == "Declarator" and item.name.valueText == name
            ]
            if len(declarators) < 2 or kind_of(declarators[0].parent) not in ("DataDeclaration", "NetDeclaration"):
                continue
            what = "variable" if kind_of(declarators[0].parent) == "DataDeclaration" else "net"
            yield f"{self._place(declarators[1])}: error: '{name}' has already been declared in this scope.\n"
            yield f"{self._place(declarators[0])}:      : It was declared here as a {what}.\n"

    def _variables_as_inputs(self) -> Iterator[tuple[str, str]]:
        """Each "input reg" by name, with what Icarus says of it."""
        for node in self._nodes:
            header = getattr(node, "header", None) if kind_of(node) == "ImplicitAnsiPort" else None
            if header is None or kind_of(header) != "VariablePortHeader" or header.direction.rawText != "input":
                continue
            if header.dataType.getFirstToken().rawText in ("reg", "integer"):
                name = node.declarator.name.valueText
                words = f"Port {name} of module {self._name} is declared as input and as a reg type."
                yield name, f"{self._place(node.declarator)}: error: {words}"

    def _errors(self) -> Iterator[_Error]:
        for item in self._diagnostics:
            node, code = self._names.get(item.location.offset), code_name(item)
            if code == "PortDoesNotExist":
                yield from self._port(item)
            elif node is not None and code in _UNDECLARED:
                yield from self._undeclared(node)
            elif node is not None and code == "AssignToNet":
                yield from self._net(node)
            elif code == "IndexOOB":
                yield from self._index(item)
        yield from self._whole_arrays()

    def _index(self, item: Any) -> Iterator[_Error]:
        """A net driven at an index that it lacks; elsewhere Icarus only warns."""
        offset = item.location.offset
        around = [node for node in self._nodes if kind_of(node) == "IdentifierSelectName" and offset in span_of(node)]
        node = min(around, key=lambda item: len(span_of(item)), default=None)
        if node is None or not self._is_driven_net(node):
            return
        words = f"error: Index {node.identifier.valueText}[{item.args[0]}] is out of range."
        yield _Error((Phase.GATE, offset_of(node)), (f"{self._place(node)}: {words}",))

    def _is_driven_net(self, node: Any) -> bool:
        name, above = node.identifier.valueText, list(ancestors(node))
        nets = (item for item in self._nodes if kind_of(item) == "NetDeclaration")
        if not any(name == declarator.name.valueText for net in nets for declarator in parts(net.declarators)):
            return False
        connection = next((item for item in above if kind_of(item) == "NamedPortConnection"), None)
        if connection is None:
            return phase_of(above) == Phase.GATE and is_assigned(node, above)
        instantiation = next(item for item in above if kind_of(item) == "HierarchyInstantiation")
        interface = interface_of(str(self._parsed.root), instantiation.type.valueText)
        return interface is not None and connection.name.valueText in interface.named("output")

    def _whole_arrays(self) -> Iterator[_Error]:
        """A process assigns something that is no array to an array."""
        declarators = (item for item in self._nodes if kind_of(item) == "Declarator" and len(item.dimensions))
        arrays = {item.name.valueText for item in declarators if kind_of(item.parent) == "DataDeclaration"}
        for node in self._nodes:
            if kind_of(node) not in ASSIGNMENTS or kind_of(node.left) != "IdentifierName":
                continue
            name = node.left.identifier.valueText
            if name in arrays and kind_of(node.right) in _NO_ARRAYS and phase_of([*ancestors(node)]) == Phase.PROCESS:
                words = f"error: Cannot assign to array {name}. Did you forget a word index?"
                yield _Error((Phase.PROCESS, offset_of(node.left)), (f"{self._place(node.left)}: {words}",))

    def _port(self, item: Any) -> Iterator[_Error]:
        for node in self._nodes:
            if kind_of(node) == "HierarchicalInstance" and item.location.offset in span_of(node):
                port, instance = item.args[0], node.decl.name.valueText
                words = f"{self._place(node)}: error: port ``{port}'' is not a port of {instance}."
                yield _Error((Phase.GATE, item.location.offset), (words,))

    def _net(self, node: Any) -> Iterator[_Error]:
        name = node.identifier.valueText
        declared = [item for item in self._nodes if kind_of(item) == "Declarator" and item.name.valueText == name]
        if name in self._input_variables or not declared:
            return
        lines = (
            f"{self._place(node)}: error: {printed(node)} is not a valid l-value in {self._scope(node)}.",
            f"{self._place(declared[0])}:      : {printed(node)} is declared here as wire.",
        )
        yield _Error((Phase.PROCESS, offset_of(node)), lines)

    def _undeclared(self, node: Any) -> Iterator[_Error]:
        """An undeclared name as a process's l-value, or in an expression."""
        above = list(ancestors(node))
        phase = phase_of(above)
        if phase is None:
            return
        if phase == Phase.GATE and is_assigned(node, above):
            return
        scope = self._scope(node)
        loop = next((item for item in above if kind_of(item) == "ForLoopStatement"), None)
        if loop is not None and offset_of(node) in span_of(loop.initializers[0]):
            words = f"register ``{node.identifier.valueText}'' unknown in {scope}."
            yield _Error((phase, offset_of(node)), (f"{self._place(loop)}: {words}",), after(node, loop))
            return
        if is_assigned(node, above):
            words = f"Could not find variable ``{node.identifier.valueText}'' in ``{scope}''"
            yield _Error((phase, offset_of(node)), (f"{self._place(node)}: error: {words}",))
            return
        line = f"{self._place(node)}: error: Unable to bind wire/reg/memory `{printed(node)}' in `{scope}'"
        owner = owner_of(node, above)
        if owner is None:
            yield _Error((phase, offset_of(node)), (line,))
        else:
            added = f"{self._place(owner.node)}: error: {owner.words}"
            yield _Error(
                (phase, owner.when), (line, added), owner.skipped, bool(owner.skipped) and ends_process(owner.node)
            )

    def _scope(self, node: Any) -> str:
        """The path of the scope that a node stands in: named blocks and functions below the module."""
        names = []
        for item in ancestors(node):
            if kind_of(item) in FUNCTIONS:
                names.append(plain(item.prototype.name))
            elif getattr(item, "blockName", None) is not None:
                names.append(item.blockName.name.valueText)
            elif kind_of(item) == "GenerateBlock" and item.beginName is not None:
                looped = kind_of(item.parent) == "LoopGenerate"
                names.append(item.beginName.name.valueText + ("[0]" if looped else ""))
        return ".".join([self._name, *reversed(names)])

    def _place(self, node: Any) -> str:
        return f"{self._file}:{self._sources.getLineNumber(node.getFirstToken().location)}"

"""Faults of category "type and structure" that lie in ports, modules and instances."""

import itertools
from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import STRUCTURE
from resources.domains.chip_design.faults.ordinary.signals import modules_of
from resources.domains.chip_design.language.source import Node, Source
from resources.domains.toolkit.rules import Place, rule


@rule(STRUCTURE, "A simulation task from debugging is left in the design.")
def simulation_task_left(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement"):
        begin = block.children[0]
        if begin.text == "begin" and block.ancestor("FunctionDeclaration") is None:
            indent = source.indent(block.children[-1].start) + "    "
            for task in ("$stop;", '$display("at %0t", $time);'):
                yield source.place(block, (source.insert(begin.end, f"\n{indent}{task}"),))


@rule(STRUCTURE, "A port has the wrong direction.")
def port_direction_swapped(source: Source) -> Iterator[Place]:
    swapped = {"InputKeyword": "output", "OutputKeyword": "input"}
    for token in source.tokens:
        if token.kind in swapped:
            yield source.place(token, (source.replace(token, swapped[token.kind]),))


@rule(STRUCTURE, "A port is missing from the module's header.")
def port_missing(source: Source) -> Iterator[Place]:
    for port_list in source.nodes("AnsiPortList", "NonAnsiPortList"):
        members = [child for child in port_list.children if not child.is_token]
        for left, right in itertools.pairwise(members):
            if not _gives_type_to_next(left, right):
                yield source.place(port_list, (source.remove(left.start, right.start),))
        if len(members) > 1:
            yield source.place(port_list, (source.remove(members[-2].end, members[-1].end),))


def _gives_type_to_next(left: Node, right: Node) -> bool:
    """Whether the right port has no header of its own, so that cutting the left one breaks the list."""
    header = right.child("VariablePortHeader", "NetPortHeader")
    return header is not None and header.end <= header.start and left.end > left.start


@rule(STRUCTURE, "A port is misspelt in the module's header and body alike.")
def port_misspelt(source: Source) -> Iterator[Place]:
    for signals in modules_of(source):
        for signal in signals.table.values():
            if not signal.direction or not signal.name.isidentifier():
                continue
            new = f"{signal.name}_{'in' if signal.direction == 'input' else 'out'}"
            tokens = [token for token in signals.uses.get(signal.name, []) if not _is_connection_name(token)]
            if new not in signals.table and tokens:
                yield source.place(tokens[0], tuple(source.replace(token, new) for token in tokens))


def _is_connection_name(token: Node) -> bool:
    return token.parent is not None and token.parent.kind in ("NamedPortConnection", "NamedParamAssignment")


@rule(STRUCTURE, "Two ports stand in the wrong order in the header, types and all.")
def ports_out_of_order(source: Source) -> Iterator[Place]:
    for port_list in source.nodes("NonAnsiPortList", "AnsiPortList"):
        members = [child for child in port_list.children if not child.is_token and child.whole]
        for left, right in itertools.pairwise(members):
            headers = (left.child("VariablePortHeader", "NetPortHeader"), right.child("NetPortHeader"))
            if port_list.kind == "NonAnsiPortList" or all(header is not None for header in headers):
                changes = (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
                yield source.place(port_list, changes)


@rule(STRUCTURE, "The module has another name than the task asks for.")
def wrong_module_name(source: Source) -> Iterator[Place]:
    for header in source.nodes("ModuleHeader"):
        name = header.child("Identifier")
        if name is not None and name.end > name.start:
            stripped = name.text.replace("_", "")
            for new in (f"{name.text}_top", stripped if stripped != name.text else f"{name.text}_module"):
                yield source.place(header, (source.replace(name, new),))


@rule(STRUCTURE, "An instance is of a module that does not exist under that name.")
def wrong_instance_type(source: Source) -> Iterator[Place]:
    for node in source.nodes("HierarchyInstantiation"):
        yield source.place(node, (source.replace(node.children[0], f"{node.children[0].text}_unit"),))


@rule(STRUCTURE, "Two connections of an instance are swapped.")
def instance_connections_swapped(source: Source) -> Iterator[Place]:
    for instance in source.nodes("HierarchicalInstance"):
        wired = [expression for item in instance.children for expression in item.children if _is_expression(expression)]
        for left, right in itertools.pairwise(wired):
            yield source.place(
                left, (source.replace(left, source.text(right)), source.replace(right, source.text(left)))
            )


@rule(STRUCTURE, "A connection of an instance is missing.")
def instance_connection_missing(source: Source) -> Iterator[Place]:
    for instance in source.nodes("HierarchicalInstance"):
        for item in instance.children:
            if item.kind == "NamedPortConnection":
                for expression in filter(_is_expression, item.children):
                    yield source.place(expression, (source.replace(expression, ""),))


@rule(STRUCTURE, "An instance connects a port by a name that the submodule does not have.")
def instance_port_misspelt(source: Source) -> Iterator[Place]:
    for node in source.nodes("NamedPortConnection"):
        name = node.child("Identifier")
        if name is not None and node.child("OpenParenthesis") is not None:
            yield source.place(node, (source.replace(name, f"{name.text}_i"),))


def _is_expression(node: Node) -> bool:
    return node.kind == "SimplePropertyExpr" and node.whole and node.end > node.start


@rule(STRUCTURE, "A parameter or local constant is declared with another value.")
def wrong_parameter_value(source: Source) -> Iterator[Place]:
    for declaration in source.nodes("ParameterDeclaration"):
        for literal in declaration.walk():
            if literal.kind == "IntegerLiteralExpression" and literal.whole and source.text(literal).isdigit():
                value = int(source.text(literal))
                for wrong in (value + 1, value - 1)[: 2 if value else 1]:
                    yield source.place(literal, (source.replace(literal, str(wrong)),))

"""Faults of category "syntax": the text no longer parses. Found on tokens."""

from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import SYNTAX
from resources.domains.chip_design.language.source import Source
from resources.domains.toolkit.rules import Place, rule

_MISSPELT = {
    "always": "alway",
    "assign": "asign",
    "module": "modul",
    "endmodule": "endmodul",
    "posedge": "posege",
    "negedge": "negdge",
    "input": "inpt",
    "output": "ouput",
    "begin": "begn",
    "default": "defualt",
    "endcase": "end_case",
    "else": "esle",
    "localparam": "local_param",
    "parameter": "paramter",
    "always_ff": "alwaysff",
    "always_comb": "always_combo",
    "generate": "genrate",
    "endgenerate": "endgenrate",
    "integer": "interger",
    "case": "cas",
}


@rule(SYNTAX, "A statement or declaration lacks the semicolon that ends it.")
def missing_semicolon(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "Semicolon":
            yield source.place(token, (source.replace(token, ""),))


@rule(SYNTAX, "A begin block is never closed.")
def missing_end(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement", "GenerateBlock"):
        last = block.children[-1]
        if last.text == "end":
            yield source.place(block, (source.remove(last.start, last.end),))


@rule(SYNTAX, "The module is not closed by endmodule.")
def missing_endmodule(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "EndModuleKeyword":
            yield source.place(token, (source.remove(token.start, token.end),))


@rule(SYNTAX, "A case statement is not closed by endcase.")
def missing_endcase(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "EndCaseKeyword":
            yield source.place(token, (source.remove(token.start, token.end),))


@rule(SYNTAX, "A closing parenthesis is missing.")
def unbalanced_parenthesis(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "CloseParenthesis":
            yield source.place(token, (source.replace(token, ""),))


@rule(SYNTAX, "One closing parenthesis too many.")
def surplus_parenthesis(source: Source) -> Iterator[Place]:
    for node in source.nodes("ParenthesizedExpression"):
        yield source.place(node, (source.insert(node.end, ")"),))


@rule(SYNTAX, "A bracket of a range, index or concatenation is not closed.")
def unbalanced_bracket(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind in ("CloseBracket", "CloseBrace"):
            yield source.place(token, (source.replace(token, ""),))


@rule(SYNTAX, "A keyword is misspelt.")
def misspelt_keyword(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind.endswith("Keyword") and token.text in _MISSPELT:
            yield source.place(token, (source.replace(token, _MISSPELT[token.text]),))


@rule(SYNTAX, "A comma between two ports, connections or list members is missing.")
def missing_comma(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "Comma":
            yield source.place(token, (source.replace(token, ""),))


@rule(SYNTAX, "A comma stands after the last member of a list.")
def trailing_comma(source: Source) -> Iterator[Place]:
    for port_list in source.nodes("AnsiPortList", "NonAnsiPortList", "HierarchicalInstance"):
        members = [child for child in port_list.children if not child.is_token]
        if members and members[-1].end > members[-1].start:
            yield source.place(port_list, (source.insert(members[-1].end, ","),))


@rule(SYNTAX, "A token that belongs to nothing is left in a statement.")
def stray_token(source: Source) -> Iterator[Place]:
    for node in source.nodes("ExpressionStatement", "ContinuousAssign"):
        operator = next((token for token in node.walk() if token.kind in ("Equals", "LessThanEquals")), None)
        if operator is not None:
            yield source.place(node, (source.insert(operator.end, " ="),))


@rule(SYNTAX, "An assignment outside any procedure lacks the assign keyword.")
def missing_assign_keyword(source: Source) -> Iterator[Place]:
    for node in source.nodes("ContinuousAssign"):
        yield source.place(node, (source.remove(node.start, node.children[1].start),))


@rule(SYNTAX, "A sized literal is malformed: its base is not one of b, o, d, h.")
def malformed_literal(source: Source) -> Iterator[Place]:
    for node in source.nodes("IntegerVectorExpression"):
        base = node.child("IntegerBase")
        if base is not None and base.text[-1] in "bdhBDH":
            yield source.place(node, (source.replace(base, base.text[:-1] + "x" + base.text[-1]),))


@rule(SYNTAX, "An else has no if: the statement before it was closed twice or a block is missing.")
def dangling_else(source: Source) -> Iterator[Place]:
    for node in source.nodes("ElseClause"):
        if node.parent is not None and node.parent.kind == "ConditionalStatement":
            before = node.parent.children[node.parent.children.index(node) - 1]
            yield source.place(node, (source.insert(before.end, ";"),))

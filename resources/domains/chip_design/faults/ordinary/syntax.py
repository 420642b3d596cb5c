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


@rule(
    SYNTAX,
    "A statement or declaration lacks the semicolon that ends it.",
    symptom="The parser stops at the first token of the following line, not at the line that lacks the semicolon.",
    repair="End the statement before the reported line with a semicolon.",
)
def missing_semicolon(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "Semicolon":
            yield source.place(token, (source.replace(token, ""),))


@rule(
    SYNTAX,
    "A begin block is never closed.",
    symptom="The error is reported far below, at endmodule or at the next always block.",
    repair="Pair every begin with its own end.",
)
def missing_end(source: Source) -> Iterator[Place]:
    for block in source.nodes("SequentialBlockStatement", "GenerateBlock"):
        last = block.children[-1]
        if last.text == "end":
            yield source.place(block, (source.remove(last.start, last.end),))


@rule(
    SYNTAX,
    "The module is not closed by endmodule.",
    symptom="The parser reaches the end of the file, or the next module, inside the module.",
    repair="Close the module with endmodule.",
)
def missing_endmodule(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "EndModuleKeyword":
            yield source.place(token, (source.remove(token.start, token.end),))


@rule(
    SYNTAX,
    "A case statement is not closed by endcase.",
    symptom="The parser takes what follows for another case item and reports it there.",
    repair="Close the case statement with endcase.",
)
def missing_endcase(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "EndCaseKeyword":
            yield source.place(token, (source.remove(token.start, token.end),))


@rule(
    SYNTAX,
    "A closing parenthesis is missing.",
    symptom="The expression or header does not end where its line ends; the next token is reported.",
    repair="Count the parentheses of the expression and close the one left open.",
)
def unbalanced_parenthesis(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "CloseParenthesis":
            yield source.place(token, (source.replace(token, ""),))


@rule(
    SYNTAX,
    "One closing parenthesis too many.",
    symptom="The statement ends early and the surplus parenthesis is reported as unexpected.",
    repair="Remove the parenthesis that has no partner.",
)
def surplus_parenthesis(source: Source) -> Iterator[Place]:
    for node in source.nodes("ParenthesizedExpression"):
        yield source.place(node, (source.insert(node.end, ")"),))


@rule(
    SYNTAX,
    "A bracket of a range, index or concatenation is not closed.",
    symptom="A syntax error on the same line, at the token that follows the index or list.",
    repair="Close the bracket or brace.",
)
def unbalanced_bracket(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind in ("CloseBracket", "CloseBrace"):
            yield source.place(token, (source.replace(token, ""),))


@rule(
    SYNTAX,
    "A keyword is misspelt.",
    symptom="The word is read as a name, so the error is reported at the word after it.",
    repair="Spell the keyword as the language does.",
)
def misspelt_keyword(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind.endswith("Keyword") and token.text in _MISSPELT:
            yield source.place(token, (source.replace(token, _MISSPELT[token.text]),))


@rule(
    SYNTAX,
    "A comma between two ports, connections or list members is missing.",
    symptom="The parser reports the second of the two neighbours, or the line it stands on.",
    repair="Separate the members of the list with commas.",
)
def missing_comma(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "Comma":
            yield source.place(token, (source.replace(token, ""),))


@rule(
    SYNTAX,
    "A comma stands after the last member of a list.",
    symptom="The closing parenthesis is reported where another port or connection was expected.",
    repair="Drop the comma after the last member.",
)
def trailing_comma(source: Source) -> Iterator[Place]:
    for port_list in source.nodes("AnsiPortList", "NonAnsiPortList", "HierarchicalInstance"):
        members = [child for child in port_list.children if not child.is_token]
        if members and members[-1].end > members[-1].start:
            yield source.place(port_list, (source.insert(members[-1].end, ","),))


@rule(
    SYNTAX,
    "A token that belongs to nothing is left in a statement.",
    symptom="A syntax error on the very line.",
    repair="Remove the stray token.",
)
def stray_token(source: Source) -> Iterator[Place]:
    for node in source.nodes("ExpressionStatement", "ContinuousAssign"):
        operator = next((token for token in node.walk() if token.kind in ("Equals", "LessThanEquals")), None)
        if operator is not None:
            yield source.place(node, (source.insert(operator.end, " ="),))


@rule(
    SYNTAX,
    "An assignment outside any procedure lacks the assign keyword.",
    symptom="A syntax error at the operator: a bare assignment is no module item.",
    repair="Write a continuous assignment with assign, or move it into an always block.",
)
def missing_assign_keyword(source: Source) -> Iterator[Place]:
    for node in source.nodes("ContinuousAssign"):
        yield source.place(node, (source.remove(node.start, node.children[1].start),))


@rule(
    SYNTAX,
    "A sized literal is malformed: its base is not one of b, o, d, h.",
    symptom="The lexer refuses the number and reports a malformed constant or a syntax error.",
    repair="Write width, apostrophe, base letter and digits of that base.",
)
def malformed_literal(source: Source) -> Iterator[Place]:
    for node in source.nodes("IntegerVectorExpression"):
        base = node.child("IntegerBase")
        if base is not None and base.text[-1] in "bdhBDH":
            yield source.place(node, (source.replace(base, base.text[:-1] + "x" + base.text[-1]),))


@rule(
    SYNTAX,
    "An else has no if: the statement before it was closed twice or a block is missing.",
    symptom="The parser meets else where a statement is expected.",
    repair="Put begin and end around the statements of the branch, so that else follows its if at once.",
)
def dangling_else(source: Source) -> Iterator[Place]:
    for node in source.nodes("ElseClause"):
        if node.parent is not None and node.parent.kind == "ConditionalStatement":
            before = node.parent.children[node.parent.children.index(node) - 1]
            yield source.place(node, (source.insert(before.end, ";"),))


RULES = (
    missing_semicolon,
    missing_end,
    missing_endmodule,
    missing_endcase,
    unbalanced_parenthesis,
    surplus_parenthesis,
    unbalanced_bracket,
    misspelt_keyword,
    missing_comma,
    trailing_comma,
    stray_token,
    missing_assign_keyword,
    malformed_literal,
    dangling_else,
)

"""Triton faults of category "syntax": Python no longer parses the text. Found on tokens."""

import ast
import keyword
import tokenize
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.gpu_kernels.faults.ordinary.categories import SYNTAX
from resources.domains.gpu_kernels.language.triton_source import PythonToken, TritonSource
from resources.domains.toolkit.rules import Place, rule

_MISSPELT = {"def": "dfe", "return": "retrun", "for": "fro", "import": "imoprt", "while": "whlie", "else": "esle"}
_OPENS = {")": "(", "]": "["}
_Compound = ast.FunctionDef | ast.For | ast.While | ast.If | ast.With


@rule(SYNTAX, "The colon after a function's, loop's or condition's head is missing.")
def missing_colon(source: TritonSource) -> Iterator[Place]:
    for node in source.module.nodes:
        if isinstance(node, _Compound):
            first = source.start(node.body[0])
            colons = [token for token in source.tokens if token.text == ":" and token.end <= first]
            if colons:
                yield source.place(node, source.change(colons[-1].start, colons[-1].end, ""))


@rule(SYNTAX, "A closing parenthesis or bracket is missing.")
def unbalanced_bracket(source: TritonSource) -> Iterator[Place]:
    for token in source.tokens:
        if token.type == tokenize.OP and token.text in _OPENS:
            yield _at(source, token, "")


@rule(SYNTAX, "One closing parenthesis too many.")
def surplus_parenthesis(source: TritonSource) -> Iterator[Place]:
    for node in source.module.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            end = source.end(node.value)
            yield source.place(node, source.change(end, end, ")"))


@rule(SYNTAX, "A line is indented by less than the block it belongs to.")
def wrong_indentation(source: TritonSource) -> Iterator[Place]:
    for node in source.module.nodes:
        if isinstance(node, ast.stmt) and node.col_offset >= 4 and _has_neighbours(source, node):
            start = source.start(node)
            blank = source.code[start - node.col_offset : start]
            if not blank.strip(" "):
                yield source.place(node, source.change(start - 2, start, ""))


@rule(SYNTAX, "A keyword is misspelt.")
def misspelt_keyword(source: TritonSource) -> Iterator[Place]:
    for index, token in enumerate(source.tokens):
        ends = (
            source.tokens[index + 1].type in (tokenize.NEWLINE, tokenize.NL) if index + 1 < len(source.tokens) else True
        )
        if token.type == tokenize.NAME and keyword.iskeyword(token.text) and token.text in _MISSPELT and not ends:
            yield _at(source, token, _MISSPELT[token.text])


@rule(SYNTAX, "The comma between two arguments or parameters is missing.")
def missing_comma(source: TritonSource) -> Iterator[Place]:
    depth = 0
    for token, following in pairwise(source.tokens):
        depth += (token.text in ("(", "[")) - (token.text in _OPENS)
        joins = following.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
        if token.text == "," and depth > 0 and joins and not keyword.iskeyword(following.text):
            yield _at(source, token, "")


@rule(SYNTAX, "A string is not closed.")
def unterminated_string(source: TritonSource) -> Iterator[Place]:
    for token in source.tokens:
        if token.type == tokenize.STRING and len(token.text) > 2 and "\n" not in token.text and '"""' not in token.text:
            yield source.place(_nearest(source, token), source.change(token.end - 1, token.end, ""))


@rule(SYNTAX, "A comparison is written as an assignment.")
def assignment_for_comparison(source: TritonSource) -> Iterator[Place]:
    for node in source.module.nodes:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
            start, end = source.end(node.left), source.start(node.comparators[0])
            place = source.code.find("==", start, end)
            # In a call `f(a = b)` would be a keyword argument, and no error.
            if place >= 0 and not isinstance(source.module.parents.get(node), ast.Call):
                yield source.place(node, source.change(place, place + 2, "="))


def _has_neighbours(source: TritonSource, statement: ast.stmt) -> bool:
    """Whether the block has another statement: one alone sets its block's indentation itself."""
    above = source.module.parents.get(statement)
    blocks = (getattr(above, name, ()) for name in ("body", "orelse", "finalbody"))
    return any(statement in block and len(block) > 1 for block in blocks if isinstance(block, list))


def _at(source: TritonSource, token: PythonToken, text: str) -> Place:
    return source.place(_nearest(source, token), source.change(token.start, token.end, text))


def _nearest(source: TritonSource, token: PythonToken) -> ast.AST:
    """A statement that holds the token, for the context; the innermost function is what counts."""
    holding = [item for item in source.module.functions if source.start(item) <= token.start < source.end(item)]
    return max(holding, key=source.start) if holding else source.module.tree

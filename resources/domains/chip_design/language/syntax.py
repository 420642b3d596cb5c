"""Verilog parsed and elaborated by pyslang, once for all who ask: rejection, cheap checks, diagnostics, simulator.

Elaboration is bounded, since this process elaborates text that nobody has vetted. pyslang stays behind this module and
the few that walk trees; ports and parameters are `interface`, and what a candidate may contain is `rejection`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from resources.domains.chip_design.language.guard import guard

ICARUS_MACROS = ("__ICARUS__=1",)
"""What iverilog 11 defines by itself."""
YOSYS_MACROS = ("YOSYS=1", "SYNTHESIS=1")
"""What Yosys defines by itself."""
MAXIMUM_CHARACTERS = 20_000
"""Elaborating more than this takes longer than the 5 ms a cheap check may."""
MAXIMUM_INSTANTIATIONS = 50
_REMEMBERED = 4
"""Texts: of a candidate what Icarus and what Yosys reads, of its bench, and of a reference."""
_CONSTRUCTS = {
    "ModuleDeclaration": "modules",
    "AlwaysBlock": "always",
    "AlwaysFFBlock": "always_ff",
    "AlwaysCombBlock": "always_comb",
    "AlwaysLatchBlock": "always_latch",
    "InitialBlock": "initial",
    "ContinuousAssign": "assigns",
    "HierarchyInstantiation": "instantiations",
    "CaseStatement": "cases",
    "DefaultCaseItem": "case_defaults",
    "ConditionalStatement": "ifs",
    "ElseClause": "elses",
    "ForLoopStatement": "for_loops",
    "LoopGenerate": "generate_loops",
    "NonblockingAssignmentExpression": "nonblocking",
    "AssignmentExpression": "blocking",
    "ConditionalExpression": "ternaries",
    "ConcatenationExpression": "concatenations",
    "AddExpression": "additions",
    "SubtractExpression": "subtractions",
    "MultiplyExpression": "multiplications",
    "DivideExpression": "divisions",
    "FunctionDeclaration": "functions",
    "ParameterDeclaration": "parameters",
}


@dataclass(frozen=True)
class Parsed:
    """A syntax tree with what it is made of. pyslang's nodes do not keep it alive: hold on to it while one is used."""

    tree: Any
    sources: Any

    @property
    def root(self) -> Any:
        return self.tree.root

    @cached_property
    def items(self) -> Sequence[Any]:
        """Every node and token in source order."""
        items: list[Any] = []
        self.root.visit(items.append)
        return items

    @property
    def diagnostics(self) -> Any:
        return self.tree.diagnostics


@lru_cache(maxsize=_REMEMBERED)
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


def walk_tokens(node: Any) -> list[Any]:
    tokens: list[Any] = []
    node.visit(lambda item: tokens.append(item) if is_token(item) else None)
    return tokens


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
        for item in parsed.items
        if not is_token(item) and kind_of(item) == "ModuleDeclaration"
    }


def plain(node: Any) -> str:
    """A node's text without comments and with single blanks."""
    words: list[str] = []
    node.visit(lambda item: words.append(item.rawText) if is_token(item) and item.rawText else None)
    return " ".join(words)


@dataclass(frozen=True)
class Elaborated:
    """A compilation with the text it was made of. It must be held on to while a part of it is used."""

    parsed: Parsed
    compilation: Any
    diagnostics: Sequence[Any]


def may_be_elaborated(code: str, instantiations: float) -> bool:
    return len(code) <= MAXIMUM_CHARACTERS and instantiations <= MAXIMUM_INSTANTIATIONS


@lru_cache(maxsize=_REMEMBERED)
def elaborate(code: str) -> Elaborated:
    """Loops, constant functions and instances are bounded."""
    from pyslang.ast import CompilationOptions

    options = CompilationOptions()
    options.maxInstanceDepth, options.maxInstanceArray = 5, 64
    options.maxGenerateSteps, options.maxConstexprSteps, options.maxConstexprDepth = 256, 10_000, 64
    return elaborated(code, options)


def elaborated(code: str, options: Any) -> Elaborated:
    """Under options of the caller's own, pyslang's `CompilationOptions`."""
    from pyslang import Bag
    from pyslang.ast import Compilation

    compilation = Compilation(Bag([options]))
    parsed = parse(code)
    compilation.addSyntaxTree(parsed.tree)
    return Elaborated(parsed, compilation, list(compilation.getSemanticDiagnostics()))


def construct_counts(code: str) -> dict[str, float]:
    tree = parse(code)
    counts = Counter(kind_of(item) for item in tree.items if not is_token(item))
    features = {f"count_{name}": float(counts[kind]) for kind, name in _CONSTRUCTS.items()}
    features["syntax_errors"] = float(sum(1 for diagnostic in tree.diagnostics if diagnostic.isError()))
    return features | {name: float(count) for name, count in codes("syntax", tree.diagnostics).items()}


@lru_cache(maxsize=512)
def reference_counts(reference: str) -> Mapping[str, float]:
    try:
        return {} if guard(reference) else construct_counts(reference)
    except RuntimeError:
        return {}


def codes(prefix: str, diagnostics: Iterable[Any]) -> Counter[str]:
    return Counter(f"{prefix}_{code_name(item)}" for item in diagnostics)

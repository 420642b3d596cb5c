"""Reading a log: what Triton, nvcc, the interpreter, the CPU shim and the comparison wrote, most important first.

Works on an observation's log alone, real or predicted. How logs come about is the stages'.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation

_MAXIMUM_LINE = 2000


@dataclass(frozen=True)
class _Rule:
    """Messages of one category. The pattern may name groups `line` and `symbol`."""

    category: str
    pattern: re.Pattern[str]


def _rule(category: str, pattern: str) -> _Rule:
    return _Rule(category, re.compile(pattern))


_STAGE = r"(?:reject|import|link|compile|interpreter|emulator|gpu): "
_CUDA = r"(?:[\w./-]+\((?P<line>\d+)\): (?:\w+ )?error[^:]*: )"
_NAMED = r"""['"‘`](?P<symbol>[\w.]+)['"’`]"""
_RULES = (
    _rule("forbidden", r"(?:[\w./-]+:(?P<line>\d+): forbidden: |forbidden: )(?P<symbol>.+)"),
    _rule("forbidden", r"rejected: (?:host code computes with )?(?P<symbol>[\w.]+)?"),
    _rule("shared memory", r".*out of resource: shared memory"),
    _rule("shared memory", r".*Entry function '(?P<symbol>\w+)' uses too much shared data"),
    _rule("threads", r".*out of resource: threads"),
    _rule("launch", r".*launch of (?P<symbol>\w+) failed"),
    _rule("resources", r".*out of resource: "),
    _rule("out of bounds",
        r".*Invalid (?:__\w+__|array) (?:read|write|atomic|"
        r"access).*?(?:argument (?P<symbol>\w+)\b)?$"),
    _rule("host access", r".*Invalid host access: "),
    _rule("runtime call", r".*(?P<symbol>cuda[A-Z]\w+) of .* failed: "),
    _rule("race", r".*(?:[Dd]ata race: |Race reported )"),
    _rule("barrier", r".*(?:Barrier error detected|divergent barrier)"),
    _rule("undeclared", r".*NameError\(?[:(]? ?['\"]?(?:name )?['\"]?(?P<symbol>\w+)['\"]? is not defined"),
    _rule("undeclared", _CUDA + rf".*identifier {_NAMED} is undefined"),
    _rule("constexpr", r".*must be of type tl\.constexpr"),
    _rule("block size", r".*(?:power of 2|power of two|exceeds triton maximum tensor numel)"),
    _rule("condition on a tensor", r".*(?:Boolean value of Tensor|truth value|dynamic condition)"),
    _rule("shape",
        r".*(?:[Ii]ncompatible (?:dimensions|shapes|inner)|[Cc]annot (?:broadcast|reshape|"
        r"make_shape_compatible)|"
          r"reduction axis must be|Dimensions? (?:mismatch|out of range)|invalid axis|shapes? should|rank )"),
    _rule("type",
        r".*(?:same dtype|same type|[Uu]nsupported.*(?:dtype|types)|invalid (?:operand|pointer) type|"
        r"cannot be cast|"
          r"only supports? |is not assignable)"),
    _rule("type", _CUDA + r".*(?:incompatible with|cannot be (?:assigned|used|converted)|no suitable conversion)"),
    _rule("type", r".*Loop-carried variable (?P<symbol>\w+)"),
    _rule("signature", rf".*(?:missing \d+ required positional arguments?|missing a required argument): {_NAMED}"),
    _rule("signature", rf".*unexpected keyword argument {_NAMED}"),
    _rule("signature",
        r".*(?:KeyError: .*(?:Keyword argument|was specified but unrecognised)|"
        r"takes \d+ positional arguments)"),
    _rule("signature", _CUDA + r".*too (?:few|many) arguments"),
    _rule("attribute", rf".*has no attribute {_NAMED}"),
    _rule("qualifier",
        _CUDA + r".*(?:calling a __\w+__ function|must be configured|"
        r"cannot be configured)(?:\(\"(?P<symbol>\w+))?"),
    _rule("not writable", _CUDA + r".*modifiable lvalue"),
    _rule("syntax", r".*(?:SyntaxError|IndentationError|TabError): "),
    _rule("syntax", _CUDA + r".*(?:expected an?|expected a|unrecognized token|missing closing|unexpected end)"),
    _rule("link", r".*(?:undefined reference to|Unresolved extern function) [`']?(?P<symbol>\w+)"),
    _rule("ptxas", r"ptxas (?:error|fatal)"),
    _rule("compile", _CUDA),
    _rule("compile", r".*(?:CompilationError|PTXASError|MLIRCompilationError|UnsupportedLanguageConstruct|"
          r"CompileTimeAssertionFailure): "),
    _rule("mismatch", r".*\d+/\d+ elements differ, first"),
    _rule("mismatch", r".*\d+/\d+ elements differ"),
    _rule("shape of the result",
        r".*(?:got \([\d, ]*\) \w+, expected \([\d, ]*\) \w+|"
        r"returned \d+ tensor\(s\), expected \d+)"),
    _rule("changed input", r".*(?:argument (?P<symbol>\w+) was changed|the input (?P<input>\w+) was changed)"),
    _rule("result", r".*returned \w+, not a tensor"),
    _rule("sanitiser", r".*(?:AddressSanitizer|ThreadSanitizer|runtime error): "),
    _rule("limit", _STAGE + r"(?:timed out|out of memory|limit exceeded)"),
    _rule("crash", _STAGE + r"ended by signal \d+"),
    _rule("ended early", r".*(?:the process|the program) ended before"),
    _rule("exception", r"(?:case \d+ \(.*\): )?(?P<symbol>[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning)): "),
    _rule("spill", r".*[1-9]\d* bytes (?:spilled|spill stores)"),
    _rule("warning", r"(?:[\w./-]+\((?P<line>\d+)\): |.*)[Ww]arning\b"),
)  # fmt: skip
_ORDER = {category: index for index, category in enumerate(dict.fromkeys(rule.category for rule in _RULES))}
_TRACE = re.compile(r"(?:^|: )[\w./-]+\.py:(\d+): in [\w<>.]+$")
_PYTHON_PLACE = re.compile(r'\bFile "[^"\n]*\.py", line (\d+)')
_CUDA_PLACE = re.compile(r"[\w./-]+\.cuh?[:(](\d+)")
_INSIDE_KERNEL = re.compile(r"CompilationError: at (\d+):(\d+):$")
_CARET = re.compile(r"\s*\^\s*$")


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """Diagnostics by importance of their category, and in the log's order within one; each text once."""
    found = list(dict.fromkeys(_read(observation.text.splitlines())))
    return sorted(found, key=lambda diagnostic: _ORDER[diagnostic.category])


def _read(lines: Sequence[str]) -> Iterator[Diagnostic]:
    """A message of Triton's compiler takes many lines and is read as one; a trace gives the next message its line."""
    place = index = 0
    while index < len(lines):
        line = lines[index][:_MAXIMUM_LINE]
        trace = _TRACE.search(line) or _PYTHON_PLACE.search(line)
        if _INSIDE_KERNEL.search(line):
            message, index = _compiler_message(lines, index)
            # Lines in it count from the kernel's head, which the log does not place in the file.
            place = 0
            yield _diagnostic(message, 0) or Diagnostic("compile", message)
        elif trace:
            place = int(trace[1])
        else:
            found = _diagnostic(line.strip(), place)
            place = 0
            if found is not None:
                yield found
        index += 1


def _compiler_message(lines: Sequence[str], index: int) -> tuple[str, int]:
    """The block that begins at `index` as one line: place, the statement above the caret, and what is wrong."""
    last = index + 1
    while last < len(lines) and lines[last].strip() and not _CARET.match(lines[last]):
        last += 1
    if last >= len(lines) or not _CARET.match(lines[last]):
        return lines[index].strip(), index
    said = lines[last + 1].strip()[:_MAXIMUM_LINE] if last + 1 < len(lines) else ""
    statement = lines[last - 1].strip()[:_MAXIMUM_LINE]
    return f"{lines[index].strip()} {statement}: {said}", last + (1 if said else 0)


def _diagnostic(message: str, place: int) -> Diagnostic | None:
    for rule in _RULES:
        match = rule.pattern.match(message)
        if match:
            groups = match.groupdict()
            symbol = groups.get("symbol") or groups.get("input") or ""
            return Diagnostic(rule.category, message, int(groups.get("line") or 0) or _place(message) or place, symbol)
    return None


def _place(message: str) -> int:
    found = _CUDA_PLACE.search(message)
    return int(found[1]) if found else 0

"""Reading a log of Triton, nvcc, the interpreter, the CUDA shim or the comparison: its diagnostics, most important
first, and what of it is worth the world model's tokens.

Works on an observation's log alone, real or predicted. How logs come about is the stages'.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.candidate_words import is_printed
from resources.domains.toolkit.log_rules import LONGEST_LINE, by_importance, diagnostic_of, first_match, log_rule
from resources.execution.observation import Observation

_STAGE = r"(?:reject|import|link|compile|interpreter|emulator|gpu): "
_CUDA = r"(?:[\w./-]+\((?P<line>\d+)\): (?:\w+ )?error[^:]*: )"
_NAMED = r"""['"‘`](?P<symbol>[\w.]+)['"’`]"""
_RULES = (
    log_rule("forbidden", r"(?:[\w./-]+:(?P<line>\d+): forbidden: |forbidden: )(?P<symbol>.+)"),
    log_rule("forbidden", r"rejected: (?:host code computes with )?(?P<symbol>[\w.]+)?"),
    log_rule("shared memory", r".*out of resource: shared memory"),
    log_rule("shared memory", r".*Entry function '(?P<symbol>\w+)' uses too much shared data"),
    log_rule("threads", r".*out of resource: threads"),
    log_rule("launch", r".*launch of (?P<symbol>\w+) failed"),
    log_rule("resources", r".*out of resource: "),
    log_rule("out of bounds",
        r".*Invalid (?:__\w+__|array) (?:read|write|atomic|"
        r"access).*?(?:argument (?P<symbol>\w+)\b)?$"),
    log_rule("host access", r".*Invalid host access: "),
    log_rule("runtime call", r".*(?P<symbol>cuda[A-Z]\w+) of .* failed: "),
    log_rule("race", r".*(?:[Dd]ata race: |Race reported )"),
    log_rule("barrier", r".*(?:Barrier error detected|divergent barrier)"),
    log_rule("undeclared", r".*NameError\(?[:(]? ?['\"]?(?:name )?['\"]?(?P<symbol>\w+)['\"]? is not defined"),
    log_rule("undeclared", _CUDA + rf".*identifier {_NAMED} is undefined"),
    log_rule("constexpr", r".*must be of type tl\.constexpr"),
    log_rule("block size", r".*(?:power of 2|power of two|exceeds triton maximum tensor numel)"),
    log_rule("condition on a tensor", r".*(?:Boolean value of Tensor|truth value|dynamic condition)"),
    log_rule("shape",
        r".*(?:[Ii]ncompatible (?:dimensions|shapes|inner)|[Cc]annot (?:broadcast|reshape|"
        r"make_shape_compatible)|"
          r"reduction axis must be|Dimensions? (?:mismatch|out of range)|invalid axis|shapes? should|rank )"),
    log_rule("type",
        r".*(?:same dtype|same type|[Uu]nsupported.*(?:dtype|types)|invalid (?:operand|pointer) type|"
        r"cannot be cast|"
          r"only supports? |is not assignable)"),
    log_rule("type", _CUDA + r".*(?:incompatible with|cannot be (?:assigned|used|converted)|no suitable conversion)"),
    log_rule("type", r".*Loop-carried variable (?P<symbol>\w+)"),
    log_rule("signature", rf".*(?:missing \d+ required positional arguments?|missing a required argument): {_NAMED}"),
    log_rule("signature", rf".*unexpected keyword argument {_NAMED}"),
    log_rule("signature",
        r".*(?:KeyError: .*(?:Keyword argument|was specified but unrecognised)|"
        r"takes \d+ positional arguments)"),
    log_rule("signature", _CUDA + r".*too (?:few|many) arguments"),
    log_rule("attribute", rf".*has no attribute {_NAMED}"),
    log_rule("qualifier",
        _CUDA + r".*(?:calling a __\w+__ function|must be configured|"
        r"cannot be configured)(?:\(\"(?P<symbol>\w+))?"),
    log_rule("not writable", _CUDA + r".*modifiable lvalue"),
    log_rule("syntax", r".*(?:SyntaxError|IndentationError|TabError): "),
    log_rule("syntax", _CUDA + r".*(?:expected an?|expected a|unrecognized token|missing closing|unexpected end)"),
    log_rule("link", r".*(?:undefined reference to|Unresolved extern function) [`']?(?P<symbol>\w+)"),
    log_rule("ptxas", r"ptxas (?:error|fatal)"),
    log_rule("compile", _CUDA),
    log_rule("compile", r".*(?:CompilationError|PTXASError|MLIRCompilationError|UnsupportedLanguageConstruct|"
          r"CompileTimeAssertionFailure): "),
    log_rule("mismatch", r".*\d+/\d+ elements differ, first"),
    log_rule("mismatch", r".*\d+/\d+ elements differ"),
    log_rule("shape of the result",
        r".*(?:got \([\d, ]*\) \w+, expected \([\d, ]*\) \w+|"
        r"returned \d+ tensor\(s\), expected \d+)"),
    log_rule("changed input", r".*(?:argument (?P<symbol>\w+) was changed|the input (?P<symbol2>\w+) was changed)"),
    log_rule("result", r".*returned \w+, not a tensor"),
    log_rule("sanitiser", r".*(?:AddressSanitizer|ThreadSanitizer|runtime error): "),
    log_rule("limit", _STAGE + r"(?:timed out|out of memory|limit exceeded)"),
    log_rule("crash", _STAGE + r"ended by signal \d+"),
    log_rule("ended early", r".*(?:the process|the program) ended before"),
    log_rule("exception", r"(?:case \d+ \(.*\): )?(?P<symbol>[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning)): "),
    log_rule("spill", r".*[1-9]\d* bytes (?:spilled|spill stores)"),
    log_rule("warning", r"(?:[\w./-]+\((?P<line>\d+)\): |.*)[Ww]arning\b"),
)  # fmt: skip
_TRACE = re.compile(r"(?:^|: )[\w./-]+\.py:(\d+): in [\w<>.]+$")
_PYTHON_PLACE = re.compile(r'\bFile "[^"\n]*\.py", line (\d+)')
_CUDA_PLACE = re.compile(r"[\w./-]+\.cuh?[:(](\d+)")
_INSIDE_KERNEL = re.compile(r"CompilationError: at (\d+):(\d+):$")
_CARET = re.compile(r"\s*\^\s*$")
_CASE = re.compile(r"case \d+ \((?:[^()]|\([^()]*\))*\): ")
_MOST_LINES = 40
"""Triton quotes the kernel from its head to the place, a dozen lines at most."""


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """Diagnostics by importance of their category, and in the log's order within one; each text once."""
    lines = [line for line in observation.text.splitlines() if not is_printed(line)]
    return by_importance(_read(lines), _RULES)


def _read(lines: Sequence[str]) -> Iterator[Diagnostic]:
    """A message of Triton's compiler takes many lines and is read as one; a trace gives the next message its line."""
    place = index = 0
    while index < len(lines):
        line = lines[index][:LONGEST_LINE]
        trace = _TRACE.search(line) or _PYTHON_PLACE.search(line)
        if _INSIDE_KERNEL.search(line):
            message, index = _compiler_message(lines, index)
            # Lines in it count from the kernel's head, which the log does not place in the file.
            place = 0
            yield _diagnostic(message, 0) or Diagnostic("compile", message)
        elif trace:
            place = int(trace[1])
        else:
            diagnostic = _diagnostic(line.strip(), place)
            place = 0
            if diagnostic is not None:
                yield diagnostic
        index += 1


def _compiler_message(lines: Sequence[str], index: int) -> tuple[str, int]:
    """The block that begins at `index` as one line: place, the statement above the caret, and what is wrong."""
    last = index + 1
    while last < len(lines) and lines[last].strip() and not _CARET.match(lines[last]):
        last += 1
    if last >= len(lines) or not _CARET.match(lines[last]):
        return lines[index].strip(), index
    said = lines[last + 1].strip()[:LONGEST_LINE] if last + 1 < len(lines) else ""
    statement = lines[last - 1].strip()[:LONGEST_LINE]
    return f"{lines[index].strip()} {statement}: {said}", last + (1 if said else 0)


def _diagnostic(message: str, place: int) -> Diagnostic | None:
    fit = first_match(message, _RULES)
    if fit is None:
        return None
    diagnostic = diagnostic_of(message, *fit)
    return replace(diagnostic, message=message, line=diagnostic.line or _place(message) or place)


def _place(message: str) -> int:
    place = _CUDA_PLACE.search(message)
    return int(place[1]) if place else 0


def excerpt(log: str) -> str:
    """Without blank lines and a case's arguments; of the source in a compiler's message the last line. Idempotent."""
    lines = [_without_case(line) for line in log.splitlines()]
    return "\n".join(_without_source([line for line in lines if line.strip()]))


def _without_case(line: str) -> str:
    while (shorter := _CASE.sub("", line)) != line:
        line = shorter
    return line


def _without_source(lines: Sequence[str]) -> Iterator[str]:
    index = 0
    while index < len(lines):
        yield lines[index]
        index += 1
        if _INSIDE_KERNEL.search(lines[index - 1]):
            block = lines[index : index + _MOST_LINES]
            caret = next((place for place, line in enumerate(block) if _CARET.match(line)), 0)
            index += max(0, caret - 1)

"""Reading a proposed function: its texts are parsed in a child, and its C is compiled and run in the sandbox alone.

From there on it is a function in the wild: cut, harnessed, checked for undefined behaviour, and the oracle of drawn
tests. Its own tests go along as data. Whether they and the words are right is not asked here.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from resources.domains.code_optimization.execution.rejection import reject
from resources.domains.code_optimization.execution.test_suite import SUITE_FILE, suite_text
from resources.domains.code_optimization.tasks.compilation import CompilationFailed, baseline, trapping
from resources.domains.code_optimization.tasks.families.function import Array, Function, Scalar, Text
from resources.domains.code_optimization.tasks.families.prompt import prompt_words
from resources.domains.code_optimization.tasks.families.suite import ANY, words_tests
from resources.domains.code_optimization.tasks.importers.wild.arguments import (
    ALL,
    MOST_ELEMENTS,
    Span,
    Told,
    function_of,
    signature_of,
)
from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut, CutFunction, cut
from resources.domains.code_optimization.tasks.importers.wild.items import ItemKind, file_of
from resources.domains.code_optimization.tasks.importers.wild.original import Original, harnessed
from resources.domains.code_optimization.tasks.library import CANDIDATE_FILE, LIMITS, task_prompt
from resources.domains.code_optimization.tasks.proposals.examples import (
    EXAMPLES_FILE,
    Argument,
    Example,
    Examples,
    examples_text,
)
from resources.domains.families import MadeTask
from resources.domains.proposals import UnreadableProposal, require_sizes
from resources.domains.toolkit.source_tree import tier_of_size, words_of
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox

MOST_CHARACTERS = {"title": 100, "prompt": 12_000, "reference": 16_000, "arguments": 2_000, "tests": 40_000}
LEAST_TESTS, MOST_TESTS, MOST_EXAMPLE_ELEMENTS = 3, 30, 60
MOST_ARRAYS = 5
"""The harness has room for so many beside its own."""
_STATIC = re.compile(r"(?:\w+\s+)*?static\b")
_LINE = re.compile(r"(\w+): (?:(any)|(length)|(-?\d{1,20}) to (-?\d{1,20}))")
_TEST_NAME = re.compile(r"[a-z0-9_]{1,40}")
_FULL, _FAR = 1 << 32, 1 << 62
_APART = 7
"""Words by which each array's data lie behind those of the one before: else all would hold the same."""


@dataclass(frozen=True)
class _Range:
    """Of an argument. `count` is 0 for what its type allows; `is_length` of the one that says how many elements."""

    low: int = 0
    count: int = 0
    is_length: bool = False


_ANY = _Range()


@dataclass(frozen=True)
class _Written:
    """What the sections hold, as far as it can be told without running anything."""

    found: CutFunction
    ranges: tuple[_Range, ...]
    calls: tuple[Example, ...]


def read_function(sections: dict[str, str]) -> MadeTask:
    """Raises UnreadableProposal, and where nothing can be run ToolMissing or SandboxUnavailable."""
    require_sizes(sections, MOST_CHARACTERS)
    if "```" in sections["prompt"]:
        raise UnreadableProposal("its prompt has a fenced block; it has to say in words what the function does")
    try:
        written = _written(sections)
        function = _function(written)
        return _task(make_sandbox(), sections, written, function)
    except CannotCut as problem:
        raise UnreadableProposal(f"its function cannot be used: {problem}") from None
    except CompilationFailed as problem:
        raise UnreadableProposal(f"its C does not compile: {problem}") from None
    except PermanentEnvironmentFailure as problem:
        raise UnreadableProposal(f"its function does not go with the harness: {problem}") from None
    except (ReaderDied, UnicodeError) as death:
        raise UnreadableProposal(f"its texts cannot be parsed: {death}") from None


@apart(raises=(UnreadableProposal, CannotCut))
def _written(sections: dict[str, str]) -> _Written:
    file = file_of(sections["reference"])
    own = [item for item in file.items if item.kind is ItemKind.FUNCTION and not _STATIC.match(item.text)]
    if len(own) != 1 or not own[0].names:
        raise UnreadableProposal(f"its reference has {len(own)} functions that are not static; it needs one")
    if file.local:
        raise UnreadableProposal(f"its reference includes {file.local[0]}; there is no such file")
    found = cut({"kernel.c": file}, "kernel.c", own[0])
    told = signature_of(found.declaration, found.name)
    if not told:
        raise UnreadableProposal("its function's signature has a type that is not known here")
    if sum(one.is_array for one in told[1:]) > MOST_ARRAYS:
        raise UnreadableProposal(f"its function takes more than {MOST_ARRAYS} arrays")
    named = [found.name, *(one.name for one in told[1:])]
    if silent := [name for name in named if not re.search(rf"\b{re.escape(name)}\b", sections["prompt"])]:
        raise UnreadableProposal(f"its prompt never names {', '.join(silent[:5])}")
    ranges = tuple(_ranges(sections["arguments"], told[1:]))
    calls = tuple(_calls(sections["tests"], told, ranges))
    return _Written(found, ranges, calls)


def _ranges(text: str, told: tuple[Told, ...]) -> Iterator[_Range]:
    """Raises UnreadableProposal for what a harness cannot draw."""
    lines = [line.strip().strip("`- ") for line in text.strip().splitlines() if line.strip()]
    if len(lines) != len(told):
        raise UnreadableProposal(f"its arguments have {len(lines)} lines; the function takes {len(told)}")
    for line, one in zip(lines, told, strict=True):
        match = _LINE.fullmatch(line)
        if match is None or match[1] != one.name:
            raise UnreadableProposal(f"the line {line[:60]!r} of its arguments is none of {one.name}: give a range")
        if match[3]:
            yield _Range(0, min(MOST_ELEMENTS, one.kind.high) + 1, is_length=True)
        elif match[2]:
            yield _ANY
        else:
            yield _range(one, int(match[4]), int(match[5]))


def _range(one: Told, low: int, high: int) -> _Range:
    least, most = max(one.kind.low, -_FAR), min(one.kind.high, _FAR)
    if not least <= low <= high <= most or high - low >= _FULL:
        raise UnreadableProposal(f"the range of {one.name} is none from {least} to {most}, or has over 2^32 numbers")
    if one.is_array and low:
        raise UnreadableProposal(f"the elements of {one.name} have to be any, or to begin with 0")
    return _Range(low, high - low + 1)


def _calls(text: str, told: tuple[Told, ...], ranges: tuple[_Range, ...]) -> Iterator[Example]:
    """Raises UnreadableProposal for the first that is no call which the ranges allow."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not LEAST_TESTS <= len(lines) <= MOST_TESTS:
        raise UnreadableProposal(f"it has {len(lines)} tests, a line each; it needs {LEAST_TESTS} to {MOST_TESTS}")
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        try:
            call = _call(json.loads(line), told, ranges)
        except (ValueError, RecursionError) as problem:
            raise UnreadableProposal(f"line {number} of its tests: {problem}") from None
        if call.name in seen:
            raise UnreadableProposal(f"it has two tests with the name {call.name}")
        seen.add(call.name)
        yield call


def _call(row: Any, told: tuple[Told, ...], ranges: tuple[_Range, ...]) -> Example:
    """Raises ValueError."""
    result, *arguments = told
    changed = [one.name for one in arguments if one.is_array and not one.is_constant]
    keys = {"name", "given", "after", *(["result"] if result.name else [])}
    if not isinstance(row, dict) or row.keys() | {"after"} != keys:
        raise ValueError(f"it needs {', '.join(sorted(keys))}, and nothing else")
    name, given, after = row["name"], row["given"], row.get("after", {})
    if not isinstance(name, str) or not _TEST_NAME.fullmatch(name):
        raise ValueError("its name is not one word of small letters, digits and underscores")
    if not isinstance(given, dict) or given.keys() != {one.name for one in arguments}:
        raise ValueError("given needs a value for each argument, and nothing else")
    if not isinstance(after, dict) or sorted(after) != sorted(changed):
        raise ValueError(f"after needs the elements of: {', '.join(changed) or 'nothing'}")
    numbers = {one.name: given[one.name] for one in arguments if not one.is_array}
    arrays = {one.name: given[one.name] for one in arguments if one.is_array}
    for one, allowed in zip(arguments, ranges, strict=True):
        _demand_list(given[one.name], one, allowed) if one.is_array else _demand(given[one.name], one, allowed)
    for one in arguments:
        if one.name in after:
            _demand_list(after[one.name], one, _ANY)
    lengths = [given[one.name] for one, allowed in zip(arguments, ranges, strict=True) if allowed.is_length]
    if any(len(values) != length for values in (*arrays.values(), *after.values()) for length in lengths):
        raise ValueError("an array of it has not as many elements as its length says")
    if result.name:
        _demand(row["result"], result, _ANY)
    return Example(name, numbers, _tuples(arrays), _tuples(after), row.get("result"))


def _tuples(arrays: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(values) for name, values in arrays.items()}


def _demand_list(values: Any, one: Told, allowed: _Range) -> None:
    """Raises ValueError for what is no array of an argument's type and range."""
    if not isinstance(values, list) or len(values) > MOST_EXAMPLE_ELEMENTS:
        raise ValueError(f"{one.name} is no list of at most {MOST_EXAMPLE_ELEMENTS} numbers")
    for value in values:
        _demand(value, one, allowed)


def _demand(value: Any, one: Told, allowed: _Range) -> None:
    """Raises ValueError for what is no number of that type and range."""
    low, high = one.kind.low, one.kind.high
    if allowed.count:
        low, high = allowed.low, allowed.low + allowed.count - 1
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{one.name} has {str(value)[:30]}, which is no number from {low} to {high}")


def _function(written: _Written) -> Function:
    """What the harness gives it. Raises CannotCut."""
    told = signature_of(written.found.declaration, written.found.name)[1:]
    numbers = [allowed for one, allowed in zip(told, written.ranges, strict=True) if not _is_given(one, allowed)]
    function = function_of(written.found, [Span(one.low, one.count) if one.count else ALL for one in numbers])
    arguments: list[Scalar | Array | Text] = []
    # By place: the harness gives another name to what is called as something of its own.
    for argument, one, allowed in zip(function.arguments, told, written.ranges, strict=True):
        if isinstance(argument, Scalar) and allowed.is_length != argument.c.endswith("there"):
            raise CannotCut(f"its argument {one.name} needs another name; a length is called count")
        place = _APART * sum(isinstance(one, Array) for one in arguments)
        arguments.append(_ranged(argument, allowed, place) if isinstance(argument, Array) else argument)
    summary = "which does what is said above"
    return replace(function, arguments=tuple(arguments), wording=replace(function.wording, summary=summary))


def _is_given(one: Told, allowed: _Range) -> bool:
    return one.is_array or allowed.is_length


def _ranged(array: Array, allowed: _Range, place: int) -> Array:
    if not allowed.count or allowed.count > array.kind.high - array.kind.low:
        return replace(array, place=place)
    count, about = allowed.count, f"{array.about}, each from 0 to {allowed.count - 1}"
    return replace(array, place=place, about=about, limit=f"{count}u", limits=lambda given: count)


def _task(sandbox: Sandbox, sections: Mapping[str, str], written: _Written, function: Function) -> MadeTask:
    """Raises CannotCut, CompilationFailed, PermanentEnvironmentFailure and UnreadableProposal."""
    found = written.found
    reference = baseline(sandbox, found.program, {})
    if findings := reject(reference):
        raise CannotCut(f"its assembly holds what is forbidden: {findings[0].what}")
    name = f"proposed: {found.name}"
    original = Original(sandbox, harnessed(found, function, reference, name))
    tests = words_tests(function, Random(f"{name}: {found.program}"), ANY)
    if original.outputs(trapping(sandbox, found.program), tests) is None:
        raise CannotCut("undefined behaviour, a fault, or no end within two seconds, for something in its ranges")
    answered = original.answered(tests)
    words = f"{sections['prompt'].strip()}\n\n{prompt_words(function, Random(name))}"
    return MadeTask(
        title=sections["title"].strip(),
        prompt=task_prompt(words, found.program, answered),
        interface=f"{function.prototype};\n",
        candidate_file=CANDIDATE_FILE,
        reference=reference,
        tier=tier_of_size(found.program),
        tags=words_of(found.name),
        files={
            **original.bundle.files,
            SUITE_FILE: suite_text(answered),
            EXAMPLES_FILE: examples_text(_examples(function, written)),
        },
        settings=original.bundle.settings,
        limits=LIMITS,
    )


def _examples(function: Function, written: _Written) -> Examples:
    """Arguments are called as their author calls them."""
    told = signature_of(written.found.declaration, written.found.name)[1:]
    arguments = [Argument(one.name, one.kind.name, one.is_array) for one in told]
    returns = "" if function.returns == "void" else function.returns
    return Examples(function.prototype, function.entry, returns, tuple(arguments), written.calls)

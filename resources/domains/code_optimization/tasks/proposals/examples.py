"""A proposal's own tests: calls with what they have to return and leave, as data, and the C program that makes them.

The program prints a mark for each test, and behind them what was wrong in the first that fails.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, ProgramTest, suite_text
from resources.domains.code_optimization.tasks.families.integers import IntegerType, constant
from resources.domains.code_optimization.tasks.library import HARNESS
from resources.execution.bundle import EnvironmentBundle

EXAMPLES_FILE = "examples.json"
"""Of a proposed task's bundle; nobody who solves it sees the file."""
_SIGNED = frozenset(IntegerType(bits, True).name for bits in (8, 16, 32, 64))
_BEGINNING = """\
#include <stdint.h>
#include <stdio.h>
#include <string.h>

{prototype};

static char examples_marks[{count} + 1], examples_told[120];

static void examples_note(int test, const char *name, int64_t index, const char *got, const char *wanted)
{{
    if (examples_told[0] == 0 && index < 0)
        snprintf(examples_told, sizeof examples_told, " %s is %s, not %s", name, got, wanted);
    else if (examples_told[0] == 0)
        snprintf(examples_told, sizeof examples_told, " %s[%lld] is %s, not %s", name, (long long)index, got, wanted);
    examples_marks[test] = 'x';
}}

static void examples_look(int test, const char *name, int64_t index, int is_signed, uint64_t got, uint64_t wanted)
{{
    char texts[2][24];
    const char *format = is_signed ? "%lld" : "%llu";
    snprintf(texts[0], sizeof texts[0], format, (unsigned long long)got);
    snprintf(texts[1], sizeof texts[1], format, (unsigned long long)wanted);
    if (got != wanted)
        examples_note(test, name, index, texts[0], texts[1]);
}}

"""


@dataclass(frozen=True)
class Argument:
    """As C declares it: an integer's type, and whether it is an array of such."""

    name: str
    kind: str
    is_array: bool = False


@dataclass(frozen=True)
class Example:
    """A call with its arguments by name, and what it has to return and to leave in the arrays that are not const."""

    name: str
    numbers: dict[str, int]
    arrays: dict[str, tuple[int, ...]]
    after: dict[str, tuple[int, ...]]
    result: int | None = None


@dataclass(frozen=True)
class Examples:
    """`returns` is "" where nothing is returned."""

    prototype: str
    entry: str
    returns: str
    arguments: tuple[Argument, ...]
    calls: tuple[Example, ...]


_ADAPTER = TypeAdapter(Examples)


def examples_text(examples: Examples) -> str:
    return _ADAPTER.dump_json(examples, indent=1).decode() + "\n"


def read_examples(bundle: EnvironmentBundle) -> Examples:
    """Of a bundle that this project made of a proposal."""
    return _ADAPTER.validate_json(bundle.files[EXAMPLES_FILE])


def names(bundle: EnvironmentBundle) -> list[str]:
    return [one.name for one in read_examples(bundle).calls]


def trial(bundle: EnvironmentBundle, program: str) -> EnvironmentBundle:
    """The bundle whose tests are the proposal's. The program is its own baseline, so that nobody is timed."""
    examples = read_examples(bundle)
    right = "." * len(examples.calls) + "\n"
    tests = (ProgramTest("", right, shown=True), ProgramTest("", right, measured=True))
    files = {PROGRAM_FILE: bundle.files[PROGRAM_FILE], EXAMPLES_FILE: bundle.files[EXAMPLES_FILE]}
    files |= {HARNESS: harness(examples), SUITE_FILE: suite_text(tests)}
    settings = {name: value for name, value in bundle.settings.items() if name != ROUNDS_WORD}
    return replace(bundle, reference=program, files=files, settings=settings)


def harness(examples: Examples) -> str:
    """The C program that makes all calls."""
    beginning = _BEGINNING.format(prototype=examples.prototype, count=len(examples.calls))
    called = "".join(f"    examples_{number}();\n" for number in range(len(examples.calls)))
    main = f"int main(void)\n{{\n    memset(examples_marks, '.', {len(examples.calls)});\n{called}"
    functions = "\n".join(_function(examples, number) for number in range(len(examples.calls)))
    return f'{beginning}{functions}\n{main}    printf("%s%s\\n", examples_marks, examples_told);\n    return 0;\n}}\n'


def _function(examples: Examples, number: int) -> str:
    body = "".join(f"    {line}\n" for line in _call(examples, examples.calls[number], number))
    return f"static void examples_{number}(void)\n{{\n{body}}}\n"


def _call(examples: Examples, call: Example, number: int) -> Iterator[str]:
    """The function's own names may be anything, so arguments are numbered."""
    for place, one in enumerate(examples.arguments):
        if one.is_array:
            given = call.arrays[one.name]
            yield f"static {one.kind} given_{place}[] = {_listed(given)};"
            wanted = call.after.get(one.name, given)
            yield f"static const {one.kind} wanted_{place}[] = {_listed(wanted)};"
        else:
            yield f"{one.kind} given_{place} = {constant(call.numbers[one.name])};"
    called = f"{examples.entry}({', '.join(f'given_{place}' for place in range(len(examples.arguments)))})"
    if not examples.returns:
        yield f"{called};"
    elif call.result is not None:
        compared = f"(uint64_t)({called}), (uint64_t)({constant(call.result)})"
        yield f'examples_look({number}, "{call.name}: the result", -1, {_is_signed(examples.returns)}, {compared});'
    for place, one in enumerate(examples.arguments):
        if one.is_array:
            compared = f"(uint64_t)given_{place}[k], (uint64_t)wanted_{place}[k]"
            yield f"for (int64_t k = 0; k < {len(call.arrays[one.name])}; k++)"
            yield f'    examples_look({number}, "{call.name}: {one.name}", k, {_is_signed(one.kind)}, {compared});'


def _listed(values: Sequence[int]) -> str:
    """C has no empty array."""
    return "{" + ", ".join(map(constant, values or [0])) + "}"


def _is_signed(kind: str) -> int:
    return int(kind in _SIGNED)

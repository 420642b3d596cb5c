"""What the build is bound to say of a firmware, read off its text: forbidden constructs, gcc's first errors, no main.

In the order of the backend's stages. The errors are `compiler_errors`; what a run shows is not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.execution.board_files import STARTUP
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.language.declarations import declarations
from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.embedded_systems.language.logical_lines import without_attributes, without_comments
from resources.domains.embedded_systems.language.macros import Macros, macros_of
from resources.domains.embedded_systems.language.source import Source, parse
from resources.domains.embedded_systems.prediction.compiler_errors import (
    KEYWORDS,
    Error,
    late_functions,
    misfitting_calls,
    missing_tokens,
    missing_values,
    open_texts,
    repeated_functions,
    unclosed,
    undeclared_names,
    unended_statements,
    unknown_members,
    unknown_types,
)
from resources.domains.embedded_systems.prediction.simulator.scenarios import board_of, problem_of
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_PERIPHERAL = re.compile(r"#define\s+(\w+)\s+\(\((\w+) \*\)")
_ERRORS = 3
_UNENDED = "; expected, not "
"""What the simulator says where a statement does not end."""
_STANDARD_TYPES = frozenset(
    "va_list FILE div_t jmp_buf max_align_t wchar_t errno_t time_t clock_t sigset_t uintmax_t intmax_t ssize_t"
    " float_t double_t atomic_flag atomic_bool atomic_char atomic_uchar atomic_short atomic_ushort atomic_int"
    " atomic_uint atomic_long atomic_ulong atomic_size_t atomic_uint_fast32_t memory_order".split()
)
_STANDARD = frozenset(
    "memcpy memset memmove memcmp memchr strlen strcpy strncpy strcmp strncmp strcat strncat strchr strrchr strstr"
    " printf sprintf snprintf vsnprintf puts putchar getchar scanf sscanf malloc calloc realloc free abs labs llabs"
    " atoi atol strtol strtoul rand srand exit abort qsort bsearch div isdigit isalpha isspace isupper islower isalnum"
    " isxdigit isprint toupper tolower sqrt sqrtf sin sinf cos cosf tan atan atan2 exp log log10 pow powf floor ceil"
    " fabs fabsf fmod round lround NULL true false bool offsetof va_list va_start va_end va_arg va_copy errno assert"
    " stdin stdout stderr FILE EOF size_t ptrdiff_t wchar_t RAND_MAX strtof strtod atof strspn strcspn strpbrk strtok"
    " strnlen stpcpy strdup putc fputs fputc fprintf vprintf vsprintf fflush perror asinf acosf atanf atan2f expf logf"
    " log2 log2f log10f ceilf floorf truncf roundf lroundf fmodf hypotf cbrtf fminf fmaxf ldexpf isnan isinf signbit"
    " ispunct iscntrl isgraph isblank setjmp longjmp and or not xor bitand bitor compl and_eq or_eq not_eq xor_eq"
    " EDOM ERANGE DBL_MAX FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG DBL_DIG NAN INFINITY HUGE_VAL".split()
)
_INTEGERS = frozenset(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64))
_KEPT = _INTEGERS | {"main"}
_DEFINES_MAIN = re.compile(r"#\s*define\b.*\bmain\b")
_STANDARD_MACRO = re.compile(
    r"atomic_\w+|memory_order\w*|ATOMIC_\w+|U?(INT|CHAR|SHRT|LONG|LLONG|SIZE|PTRDIFF)\w*_(MAX|MIN|BIT|C)|PRI\w+|SCN\w+|__\w+|M_\w+"
)


def static_diagnostic(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the method of the domain."""
    if findings := reject(candidate.code):
        return Observation(Outcome.REJECTED, "reject", report(findings, bundle.candidate_file))
    source = parse(without_attributes(candidate.code))
    reference = declarations(without_attributes(bundle.reference))
    if source is None or reference is None:
        return None
    own = declarations(candidate.code)
    if own is None or reference.syntax_errors:
        return None
    errors = sorted(dict.fromkeys(_errors(bundle, source, own.included)), key=lambda error: error.offset)
    problem = problem_of(candidate.code, board_of(bundle)) if errors or own.syntax_errors else ""
    if errors and not problem:
        return None
    if not errors and problem.startswith(_UNENDED):
        errors = list(unended_statements(source, problem.removeprefix(_UNENDED)))[:1]
    if errors:
        lines = islice(_said(source, errors, bundle.candidate_file), 2 * _ERRORS)
        return _failed(Outcome.COMPILATION_ERROR, "compile", lines) if _is_sure(source, errors[0]) else None
    if not own.syntax_errors and not _DEFINES_MAIN.search(candidate.code) and _lacks_main(source):
        return _failed(Outcome.LINK_ERROR, "link", _without_main(bundle))
    return None


def _failed(outcome: Outcome, stage: str, lines: Iterable[str]) -> Observation:
    return Observation(outcome, stage, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _errors(bundle: EnvironmentBundle, source: Source, included: frozenset[str]) -> Iterator[Error]:
    """Those that stand outside of branches which may be left out."""
    macros = macros_of(source)
    return (error for error in _all_errors(bundle, source, included, macros) if not macros.is_conditional(error.offset))


def _all_errors(bundle: EnvironmentBundle, source: Source, included: frozenset[str], macros: Macros) -> Iterator[Error]:
    known, standard = _known_names(bundle, included) | macros.words, frozenset[str]()
    if not included & {f'"{HEADER}"', "<stdint.h>"}:
        standard = _INTEGERS
    open_ended = [] if macros.conditional else list(unclosed(source.code))
    yield from open_ended
    yield from open_texts(source.code)
    yield from unknown_types(source, known | KEYWORDS | _STANDARD_TYPES, standard)
    yield from missing_tokens(source, macros)
    yield from missing_values(source)
    yield from misfitting_calls(source, macros)
    yield from unknown_members(source, known, dict(_PERIPHERAL.findall(bundle.files.get(HEADER, ""))))
    names = known - (_declared(bundle.reference) - _known(*bundle.files.values()))
    if not macros.makes_names:
        yield from (error for error in undeclared_names(source, names) if not _is_standard(error))
        yield from (error for error in late_functions(source) if not _is_about(error, macros.words))
    if not open_ended:
        yield from repeated_functions(source)


def _declared(reference: str) -> frozenset[str]:
    """What the reference declares by itself: a candidate that uses it has to declare it, too."""
    of_reference = declarations(reference)
    return of_reference.declared if of_reference is not None else frozenset()


def _known_names(bundle: EnvironmentBundle, included: frozenset[str]) -> frozenset[str]:
    """All words of the reference and of the headers; those of the board's header only where it is included."""
    known = _known(bundle.reference, *bundle.files.values())
    return known if f'"{HEADER}"' in included else known - _known(bundle.files.get(HEADER, "")) | _KEPT


def _is_about(error: Error, names: frozenset[str]) -> bool:
    return error.words.split("'")[1] in names


def _is_standard(error: Error) -> bool:
    name = error.words.split("'")[1]
    return name in _STANDARD or _STANDARD_MACRO.fullmatch(name) is not None


def _is_sure(source: Source, first: Error) -> bool:
    """Whether nothing that the parser does not understand ends before the first error."""
    spoilt = [source.position(node.end_byte) for node in source.nodes("ERROR") if not _is_type_given(source, node)]
    return all(place >= first.offset for place in spoilt) or "expression before" in first.words or _is_end(first)


def _is_type_given(source: Source, node: Node) -> bool:
    """Whether it is a type as an argument, which va_arg has."""
    call = node.parent.parent if node.parent is not None else None
    return call is not None and source.text(call.child_by_field_name("function")) == "va_arg"


def _is_end(error: Error) -> bool:
    return error.words.startswith(("expected declaration", "invalid storage", "missing terminating"))


def _said(source: Source, errors: Iterable[Error], file: str) -> Iterator[str]:
    """Up to a redefinition, behind which the first definition is said with its type, or a bracket that misses, behind
    which gcc skips text."""
    function = ""
    for error in errors:
        if error.function != function:
            function = error.function
            yield f"{file}: In function '{function}':" if function else f"{file}: At top level:"
        line = source.code.count("\n", 0, error.offset) + 1
        column = error.offset - source.code.rfind("\n", 0, error.offset)
        yield f"{file}:{line}:{column}: {error.kind}: {error.words}"
        if error.note:
            yield f"{file}:{line}:{column}: note: {error.note}"
        if error.words.startswith(("redefinition", "expected ')'")):
            return


def _lacks_main(source: Source) -> bool:
    return "main" not in {source.name_of(node) for node in source.nodes("function_definition")}


def _without_main(bundle: EnvironmentBundle) -> Iterator[str]:
    lines = bundle.files.get(STARTUP, "").splitlines()
    called = (number for number, line in enumerate(lines, 1) if re.search(r"^\s+main\(", line))
    yield "ld: startup.o: in function `Reset_Handler':"
    yield f"{STARTUP}:{next(called, 1)}: undefined reference to `main'"
    yield "collect2: error: ld returned 1 exit status"


@lru_cache(maxsize=256)
def _known(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(without_comments(text)))

"""What a public Verilog bench prints, turned into one verdict line at the end of its run.

Only benches that tell their result by printing words; a bench with counters of its own (verilog-eval) prints
them itself. The counts are real: each pass or fail print that is reached counts as one check.
"""

import re

from resources.domains.chip_design.tasks.importers.verilog_source import SystemCall, TextEdit, VerilogError, VerilogText

VERDICT = "@VERDICT@ checks=%0d errors=%0d"
PRINTS = frozenset({"$display", "$write", "$strobe", "$info", "$warning", "$error", "$fatal"})
DUMPS = re.compile(r"\$(dump\w+|fsdb\w+|vcdplus\w+|shm_\w+|wlf\w+)")

_NO_ERRORS = re.compile(r"\b(no|zero|0|without( any)?)\s+(errors?|failures?|mismatch(es)?|fails?)\b", re.IGNORECASE)
_NOT_PASSED = re.compile(r"\b(not|n't|never|no)\s+(\w+\s+)?(pass|success|ok)", re.IGNORECASE)
_PASSED = re.compile(
    r"(?<![A-Za-z_])(pass|passed|passes|success|successful|successfully|ok)(?![A-Za-z_])", re.IGNORECASE
)
_FAILED = re.compile(
    r"(?<![A-Za-z_])(fail|failed|fails|failure|failures|errors?|mismatch|mismatched|mismatches|incorrect|wrong)(?![A-Za-z_])",
    re.IGNORECASE,
)
_SUMMARIES = ("Mismatches:", "Hint: Total mismatched samples")
_TALLY = re.compile(r"%\d*[dhbx]", re.IGNORECASE)


def is_pass(words: str) -> bool:
    """Whether a text says that a check, or the whole test, passed."""
    rest = _NO_ERRORS.sub(" passed ", words)
    return bool(_PASSED.search(rest)) and not _FAILED.search(rest) and not _NOT_PASSED.search(rest)


def is_fail(words: str) -> bool:
    """Whether a text says that a check failed. "Passed: %d, failed: %d" is a tally and says neither."""
    rest = _NO_ERRORS.sub(" passed ", words)
    if _PASSED.search(rest) and not _NOT_PASSED.search(rest) and len(_TALLY.findall(rest)) > 1:
        return False
    return bool(_FAILED.search(rest) or _NOT_PASSED.search(rest))


def reporting_bench(bench: VerilogText) -> str:
    """The bench with one verdict at its end: as many checks as pass and fail prints it reached.

    A fail print counts only under a condition, because a heading such as "Failed cases:" is printed always.
    The verdict stands in a `final` block: a run that ends anywhere reports, and one that ends before any print
    reports no checks. Waveform dumps are dropped and `$stop` becomes `$finish`.
    Raises VerilogError where no print says "passed", or where such prints are in several modules.
    """
    prints = [call for call in bench.system_calls() if call.name in PRINTS]
    passing = [call for call in prints if is_pass(call.words) and call.name not in ("$error", "$fatal")]
    modules = sorted({call.module for call in passing})
    if len(modules) != 1:
        where = f"in several modules: {', '.join(modules)}" if modules else "nowhere in its own text"
        raise VerilogError(f"the bench prints that the design passed {where}")
    failing = [call for call in prints if call.conditional and is_fail(call.words) and call.module == modules[0]]
    counted = [_counted(bench, call, "") for call in passing if call not in failing]
    counted += [_counted(bench, call, "verdict_errors = verdict_errors + 1; ") for call in failing]
    counters = "  integer verdict_checks = 0;\n  integer verdict_errors = 0;\n"
    report = f'  final $display("{VERDICT}", verdict_checks, verdict_errors);\n'
    end = bench.module_end(modules[0])
    start = bench.module_body(modules[0])
    return bench.edited(
        [*counted, *quieted(bench), TextEdit(start, start, f"\n{counters}"), TextEdit(end, end, f"\n{report}")]
    )


def verdict_bench(bench: VerilogText) -> str:
    """By its own counters where it prints them as verilog-eval's benches do, else by its words. Raises VerilogError."""
    try:
        return counting_bench(bench, *_SUMMARIES)
    except VerilogError:
        return reporting_bench(bench)


def counting_bench(bench: VerilogText, *summaries: str) -> str:
    """The bench whose one print of mismatches and samples is followed by the verdict with the same two numbers.

    `summaries` are how such a print may begin, the surest first. It stands in a `final` block, so that a run ended by
    the bench's TIMEOUT reports as well. Raises VerilogError where none is there just once.
    """
    calls = list(bench.system_calls())
    for words in summaries:
        found = [call for call in calls if call.words.strip().startswith(words) and len(call.arguments) == 3]
        if len(found) == 1:
            errors, samples = found[0].arguments[1:]
            statement = bench.slice(found[0].start, found[0].end)
            verdict = f'begin {statement} $display("{VERDICT}", {samples}, {errors}); end'
            return bench.edited([*quieted(bench), TextEdit(found[0].start, found[0].end, verdict)])
    wanted = " or ".join(f'"{words} …"' for words in summaries)
    raise VerilogError(f"the bench has not one summary $display({wanted}, <errors>, <samples>)")


def _counted(bench: VerilogText, call: SystemCall, also: str) -> TextEdit:
    """The print in a block of its own with the counters before it: `$fatal` ends the run where it stands."""
    statement = bench.slice(call.start, call.end)
    return TextEdit(call.start, call.end, f"begin verdict_checks = verdict_checks + 1; {also}{statement} end")


def quieted(bench: VerilogText) -> list[TextEdit]:
    """Edits that drop waveform dumps and let `$stop` end the run."""
    edits: list[TextEdit] = []
    for call in bench.system_calls():
        if DUMPS.fullmatch(call.name):
            edits.append(TextEdit(call.start, call.end, ";"))
        elif call.name == "$stop":
            edits.append(TextEdit(call.start, call.end, "$finish;"))
    return edits

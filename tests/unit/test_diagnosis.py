"""Reasoning from evidence: accepted by the checks, no cause that runs do not show, the same text for the same turn."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from assets.hindsight.causes import Causes
from assets.hindsight.checks import refusal
from assets.hindsight.claims import Claims
from assets.hindsight.evidence import Evidence
from resources.domains.domain import Diagnostic
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.bearing import Link, bearing
from resources.generation.diagnosis.change import _TOKEN, effect_of
from resources.generation.diagnosis.contrast import contrast
from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.figures import expected_figure
from resources.generation.diagnosis.symptom import Effect, Symptom
from resources.generation.diagnosis.writer import reason_now
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.generator import GeneratorFailed
from resources.generation.hindsight import GeneratorHindsight, HindsightRequest
from resources.generation.trajectory import Turn
from tests.unit.fault_injection_play import bundles, play, request_for
from tests.unit.test_hindsight_checks import DOMAIN, FAILED, LOG, request


def hindsight_request(number: int, turns: tuple[Turn, ...], index: int) -> HindsightRequest:
    bundle = bundles()[number % len(bundles())]
    first = request_for(bundle, number)
    return HindsightRequest(first.domain, bundle, first.instructions, number, turns, index)


def corrections(count: int) -> Iterator[HindsightRequest]:
    for number in range(count):
        turns = play(number, number)
        if turns[-1].observation.outcome.passed:
            for index in range(1, len(turns)):
                yield hindsight_request(number, turns, index)


def test_nearly_all_texts_are_accepted() -> None:
    verdicts = [(asked, refusal(asked, reason_now(asked))) for asked in corrections(45)]
    refused = [reason for _, reason in verdicts if reason]
    assert len(verdicts) > 40
    assert len(refused) <= 0.02 * len(verdicts), refused


def test_no_two_turns_are_explained_in_the_same_words() -> None:
    texts = [reason_now(asked) for asked in corrections(40)]
    assert len(set(texts)) == len(texts)


def test_the_same_turn_gets_the_same_text_and_a_turn_that_changed_nothing_none() -> None:
    asked = next(corrections(20))
    generator = FaultInjectionGenerator(asked.domain)
    writer = GeneratorHindsight(generator, reason_now)
    assert asyncio.run(writer.reason(asked)).reasoning == reason_now(asked)
    assert (writer.name, writer.version) == (generator.name, generator.version)
    same = replace(asked.corrected, candidate=asked.failed.candidate)
    turns = (*asked.turns[: asked.index], same)
    with pytest.raises(GeneratorFailed, match="has the code of the turn before"):
        reason_now(replace(asked, turns=turns))


CAUSE = re.compile(
    r"\bcause\b|at fault|[Ff]ault is|comes from|goes back to|owed to|is about line|What is wrong|missing"
)


def test_a_message_that_stays_was_not_made_by_what_changed() -> None:
    asserted = 0
    for asked in corrections(40):
        stays = replace(asked.corrected, observation=asked.failed.observation)
        turns = (*asked.turns[: asked.index], stays, *asked.turns[asked.index + 1 :])
        text = reason_now(replace(asked, turns=turns))
        assert not CAUSE.search(text), text
        asserted += bool(CAUSE.search(reason_now(asked)))
    assert asserted > 5


def test_what_is_written_at_the_time_names_no_cause() -> None:
    """Its author has not seen the next run."""
    for asked in corrections(40):
        assert not CAUSE.search(asked.corrected.reasoning), asked.corrected.reasoning
        assert Causes(asked, Claims(Evidence(asked), asked.corrected.reasoning)).false() == ""


VERILOG = """module m(input a, output q);
    wire b;
    assign b = ~a;
    assign c = b | a;
    assign q = c;
endmodule
"""


def linked(message: str, line: int, symbol: str, old: str, new: str, code: str = VERILOG) -> Link:
    class Said:
        stages = ("compile", "simulate")

        def diagnostics(self, observation: Observation) -> list[Diagnostic]:
            return [Diagnostic("mismatch", message, line, symbol)]

    log = f"{message}\nm.v:3: note\n".encode()
    symptom = Symptom(Said(), Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log), code)  # type: ignore[arg-type]
    return bearing(symptom, "m.v", code, line_changes(code, code.replace(old, new))).link


@pytest.mark.parametrize(
    ("line", "symbol", "old", "new", "link"),
    [
        (4, "", "b | a", "b & a", Link.LINE),
        (4, "", "~a", "a", Link.LINE_ABOVE),
        (0, "q", "q = c", "q = ~c", Link.NAME),
        (0, "q", "b | a", "b & a", Link.CHAIN),
        (0, "", "~a", "a", Link.MENTIONED),
        (0, "", "b | a", "b & a", Link.NOTHING),
    ],
)
def test_a_change_bears_on_what_the_log_names(line: int, symbol: str, old: str, new: str, link: Link) -> None:
    assert linked("it is wrong", line, symbol, old, new) is link


def test_a_statement_of_python_is_one_place() -> None:
    code = "part = (\n    box(1)\n    .wire()\n    .solid()\n)\nother = 1\n"
    assert linked("no wire", 4, "", "box(1)", "box(2)", code) is Link.STATEMENT
    assert linked("no wire", 4, "", "other = 1", "other = 2", code) is Link.NOTHING


@pytest.mark.parametrize(
    ("later", "effect"),
    [
        (Observation(Outcome.PASS, "simulate"), Effect.PASSED_ON),
        (Observation(Outcome.COMPILATION_ERROR, "compile", b"counter.v:9: error: syntax"), Effect.GONE),
        (Observation(Outcome.COMPILATION_ERROR, "compile", LOG), Effect.STAYED),
        (Observation(Outcome.COMPILATION_ERROR, "compile", LOG.replace(b":3:", b":5:")), Effect.GONE),
        (Observation(Outcome.REJECTED, "reject", b"counter.v:1: forbidden: $stop"), Effect.EARLIER),
        (Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", b"MISMATCH q: expected 0 got 1"), Effect.PASSED_ON),
    ],
)  # fmt: skip
def test_what_a_later_run_has_of_a_message(later: Observation, effect: Effect) -> None:
    first = Symptom(DOMAIN, request().failed.observation, FAILED)
    assert first.effect(Symptom(DOMAIN, later, FAILED)) is effect


MEANINGS = {"open": "lets in", "shut": "keeps out"}


@pytest.mark.parametrize(
    ("old", "new", "language", "said"),
    [
        (
            "if (a < b)",
            "if (a <= b)",
            "c",
            r"`<` leaves out two equal values.*`<=`.* takes in|`<=` takes in.*`<` leaves out",
        ),
        ("    q = d;", "    q <= d;", "verilog", "non-blocking"),
        ("x = 15", "x = 30", "python", "twice"),
        ("x = f(y))", "x = f(y)", "python", r"\("),
        ("x = enabel", "x = enable", "python", "`enabel`"),
        ("movq -8(%rsp), %rax", "movq +8(%rsp), %rax", "asm", "^$"),
        ("return -x", "return +x", "c", "^$"),
        ("swap(a, b)", "swap(b, a)", "c", "order"),
        ("p.extrude(-20)", "p.extrude(20)", "python", "the negative of"),
        ("p.extrude(-depth)", "p.extrude(depth)", "python", "`depth`.*`-depth`"),
        ("y = a - b", "y = a b", "python", "^$"),
        ("addl $2, %edx", "addl $1, %edx", "asm", "half of|1 less"),
        ("lost = &left[7:0];", "lost = |left[7:0];", "verilog", "any bit.*every bit|every bit.*any bit"),
        ("y = a & b;", "y = a | b;", "verilog", "either side"),
        ("for (i = 0; i < 3;) {", "for (i = 0; i < 3; i += 2) {", "c", "`i \\+= 2`"),
        ("for (i = 0; i < 3; i++) {", "for (i = 0; i < 4; i++) {", "c", "^$"),
        ("for (i = 0; i < 130; i++) {", "for (i = 0; i < 140; i++) {", "c", "more than|\\bIn numbers"),
        ("if (en) begin", "begin", "verilog", "^$"),
        ("if (a) if (b) q <= d;", "if (a) q <= d;", "verilog", "^$"),
        ("x = 0x7FFFFFFFFFFFFFFF", "x = 0xFFFFFFFFFFFFFFFF", "c", "more than"),
        ("x = 14695981039346656037", "x = 1469598103934665603", "c", "less than"),
        ("x = 1e999999999", "x = 2", "python", "^$"),
        ("x = 0.3", "x = 0.1", "python", "0.2 less"),
        ("body.cut(open)", "body.cut(shut)", "python", "^$"),
        ("open = a < b", "shut = a < b", "python", "^$"),
        ("x = f(y, open=1)", "x = f(y, shut=1)", "python", "keeps out"),
        ("call open", "call shut", "asm", "^$"),
        (".L4: open %rax", ".L4: shut %rax", "asm", "keeps out"),
        ("a === b;", "a == b;", "verilog", "^$|equality"),
        ("if (t % 2 == 0) barrier();", "barrier();", "cuda", "`barrier\\(\\);`.*`t % 2 == 0`|`t % 2 == 0`.*`barrier"),
        ("{", "if (row < rows) {", "cuda", "^$"),
        ("x = open(y)", "x = shut(y)", "python", "lets in.*keeps out|keeps out.*lets in"),
        ("x = y", "x = shut(y)", "python", "keeps out"),
        ("x = shut", "x = y", "python", "^$"),
        ("x = y  # open", "x = y  # shut", "python", "^$"),
        ("x = 'open'", 'x = "open"', "python", "^$"),
    ],
)
def test_what_a_change_does_is_read_from_the_two_lines(old: str, new: str, language: str, said: str) -> None:
    before, after = (f"enable = 1\n{line}\n" for line in (old, new))
    (hunk,) = line_changes(before, after)
    for seed in range(8):
        assert re.search(said, effect_of(hunk, before, after, language, Random(seed), MEANINGS)), seed


def test_a_figure_of_the_log_is_the_one_that_stands_in_the_changed_line() -> None:
    cad = "compare: bounding box in x -29.5 to 29.5 mm, expected -30 to 30"

    class Said:
        stages = ("compare",)

        def diagnostics(self, observation: Observation) -> list[Diagnostic]:
            return [Diagnostic("mismatch", cad)]

    symptom = Symptom(Said(), Observation(Outcome.FUNCTIONAL_MISMATCH, "compare", cad.encode()), "")  # type: ignore[arg-type]
    figure = expected_figure(symptom, line_changes("length = 59.0\n", "length = 60.0\n"))
    assert figure is not None
    assert (figure.got, figure.expected, figure.is_span) == ("59.0", "60.0", True)
    assert expected_figure(symptom, line_changes("length = 58.0\n", "length = 60.0\n")) is None


def test_where_only_the_space_around_a_line_changes_that_is_said() -> None:
    for seed in range(12):
        said = contrast("a = 1\n    b = 2\n", "a = 1\nb = 2\n", Random(seed))
        assert "4 columns less" in said or "4 columns of indentation less" in said, said
        assert said.count("`b = 2`") == 1


def test_a_line_that_moves_is_neither_missing_nor_needless() -> None:
    for seed in range(12):
        said = contrast("a\nb\nc\nd\n", "a\nc\nd\nb\n", Random(seed))
        assert re.search(r"`b`.* from line 2 to (?:behind|after|below) line 4\.", said), said
        assert said.count("\n") == 0


def test_an_empty_line_is_told_as_one() -> None:
    for seed in range(12):
        assert "mpty line" in contrast("a\nb\n", "a\n\nb\n", Random(seed))
        assert "mpty line" in contrast("a\n\nb\n", "a\nb\n", Random(seed))


def test_whole_logs_are_compared_and_their_counts_of_failed_checks() -> None:
    first, second = request().turns
    log = "MISMATCH count: expected 1 got 0\nverdict: {} of 9 checks failed\n"
    before, now = (Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log.format(count).encode()) for count in (7, 3))
    changed = Candidate(FAILED.replace("4'd1", "4'd2"))
    turns = (
        replace(first, observation=before),
        replace(first, index=1, candidate=changed, observation=now),
        replace(second, index=2),
    )
    asked = replace(request(), turns=turns, index=2)
    assert "3 checks fail where it was 7, so fewer" in reason_now(asked)
    same = (turns[0], replace(turns[1], observation=before), turns[2])
    assert refusal(replace(asked, turns=same), reason_now(replace(asked, turns=same))) == ""


@pytest.mark.parametrize(
    "domain", ["cad_modeling", "chip_design", "code_optimization", "embedded_systems", "gpu_kernels"]
)
def test_a_meaning_goes_on_from_the_word(domain: str) -> None:
    """A verb of the third person begins it, and what it quotes would be held to the program."""
    meanings = get_domain(domain).meanings
    assert len(meanings) > 20
    for word, does in meanings.items():
        assert re.match(r"(?:[a-z]+s|is) \S", f"{does} it"), word
        assert _TOKEN.findall(word) == [word]
        assert not re.search(r"[`.{}\[\]]", does), word

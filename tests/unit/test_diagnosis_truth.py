"""What the built-in writer says of a log and of a code is what a reader finds in them: quotations, counts, places."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from random import Random
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.domain import Diagnostic
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.bearing import Link, answering, bearing, told_by
from resources.generation.diagnosis.contrast import contrast
from resources.generation.diagnosis.correction import Correction
from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.places import places
from resources.generation.diagnosis.reported import reported
from resources.generation.diagnosis.symptom import Symptom
from resources.generation.diagnosis.writer import reason_about
from resources.generation.trajectory import Candidate, Source, Turn

SEEDS = st.integers(0, 10**6)


class Domain:
    """Reads each line of a log as a message; of a kind that its first word names."""

    stages, language = ("compile", "simulate"), "verilog"
    meanings: Mapping[str, str] = MappingProxyType({})

    def diagnostics(self, observation: Observation) -> list[Diagnostic]:
        return [Diagnostic(line.split()[0], line) for line in observation.text.splitlines()[:5] if line.strip()]


def symptom(log: str, code: str = "", domain: object = None) -> Symptom:
    seen = Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log.encode())
    return Symptom(domain or Domain(), seen, code)  # type: ignore[arg-type]


@given(SEEDS, st.integers(1, 12), st.integers(0, 4))
@settings(max_examples=200, deadline=None)
def test_counts_are_those_of_the_log(seed: int, count: int, others: int) -> None:
    """Five messages are read; a log may have more lines that begin alike, and what is left is not counted."""
    lines = [f"MISMATCH data={number} mode=1: expected 00 got 01" for number in range(count)]
    read = symptom("\n".join([*lines, *(f"note {n}: x" for n in range(others))]))
    text = " ".join(reported(read, "", Random(seed))[0])
    assert not re.search(r"\d more|\bothers\b", text)
    for said in re.findall(r"(\d+) `MISMATCH` lines", text):
        assert int(said) == count
    assert ("`MISMATCH` lines" in text) == (3 <= count <= 5)


TRITON = """kernel.py:27: in kl
kernel.py:15: in kernel
CompilationError: at 9:25:
def kernel(BLOCK: tl.constexpr):
        value = tl.load(pointer + offsets, masks=mask)
                ^
load() got an unexpected keyword argument 'masks'
"""


@given(SEEDS)
@settings(deadline=None)
def test_a_message_put_together_from_several_lines_is_quoted_as_the_log_has_it(seed: int) -> None:
    domain = get_domain("gpu_kernels")
    seen = Observation(Outcome.COMPILATION_ERROR, "compile", TRITON.encode())
    read = Symptom(domain, seen, "")
    assert read.first not in TRITON
    assert read.quoted == "load() got an unexpected keyword argument 'masks'"
    quotes = re.findall(r"`([^`]+)`", " ".join(chain(*reported(read, "", Random(seed)))))
    assert read.quoted in quotes
    assert all(quote in (*TRITON.splitlines(), "compile") for quote in quotes)


BRANCHES = """module m(input [7:0] a, output reg [7:0] q);
    wire [7:0] left = a << 1;
    always @* begin
        case (mode)
            2'd0: q = left;
            2'd2: q = a;
        endcase
    end
endmodule
"""


def correction(before: str, after: str, log: str, domain: object) -> Correction:
    seen = Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log.encode())
    bundle = EnvironmentBundle("d", "s", "", "", "m.v", "")
    return Correction(domain, bundle, (Turn(0, "", Candidate(before), seen, Source.REAL),), after)  # type: ignore[arg-type]


class Named(Domain):
    def diagnostics(self, observation: Observation) -> list[Diagnostic]:
        return [Diagnostic("mismatch", observation.text.splitlines()[0], 0, "q")]


@given(SEEDS)
@settings(deadline=None)
def test_no_path_is_told_through_one_of_several_branches(seed: int) -> None:
    after = BRANCHES.replace("a << 1", "a >> 1")
    told = correction(BRANCHES, after, "q: expected 00 got 01", Named())
    assert told.bearing.link is Link.CHAIN
    assert not places(told, Random(seed))
    one = BRANCHES.replace("            2'd2: q = a;\n", "")
    told = correction(one, one.replace("a << 1", "a >> 1"), "q: expected 00 got 01", Named())
    assert "line 2" in " ".join(places(told, Random(seed)))


@given(SEEDS, st.integers(0, 11))
def test_of_many_changes_the_one_that_answers_the_message_is_shown(seed: int, place: int) -> None:
    before = "".join(f"keep {number}\nold_{number} = {number}\n" for number in range(12))
    after = before.replace("old_", "new_")
    line = 2 * place + 2

    class Said(Domain):
        def diagnostics(self, observation: Observation) -> list[Diagnostic]:
            return [Diagnostic("syntax", "wrong", line)]

    read = symptom(f"m.v:{line}: wrong", before, Said())
    hunks = line_changes(before, after)
    wanted = answering(read, "m.v", before, hunks)
    assert [hunk.line for hunk in wanted] == [line]
    assert bearing(read, "m.v", before, hunks).hunk == wanted[0]
    assert f"`new_{place} = {place}`" in contrast(before, after, Random(seed), wanted)


def test_a_change_of_several_lines_is_told_by_the_line_that_the_log_names_last() -> None:
    code = "void f(void) {\n    int depth;\n    depth = 1;\n    f();\n}\n"
    hunk = line_changes(code, "void f(void) {\n}\n")[0]
    log = "m.c:3 in f: stack overflow\nm.c:1:6: warning: infinite recursion\nm.c:4:5: note: recursive call"
    named = told_by(symptom(log, code), "m.c", hunk)
    assert named is not None
    assert (named.number, named.text) == (4, "m.c:4:5: note: recursive call")
    assert told_by(symptom("m.c:9: other", code), "m.c", hunk) is None


TWO_ERRORS = "m.v:17: syntax error\nm.v:8: error: Superfluous comma in port declaration list.\n"


class Verilog(Domain):
    """Reads the line that a message names, too."""

    def diagnostics(self, observation: Observation) -> list[Diagnostic]:
        lines = (line.split(":", 2) for line in observation.text.splitlines())
        return [Diagnostic("error", text.strip(), int(number)) for _, number, text in lines]


@given(SEEDS)
def test_another_message_stands_behind_all_that_is_said_of_the_first(seed: int) -> None:
    """ "It sends me to line 17" would else be read of the message that names line 8."""
    before = "\n".join(["module m(", *[f"  input a{number}," for number in range(15)], "  inputt b);", "endmodule"])
    told = correction(before, before.replace("inputt", "input"), TWO_ERRORS, Verilog())
    text = reason_about(told, Random(seed)).split("\n\n")[0]
    if "Superfluous" in text:
        assert text.index("`inputt b);`") < text.index("Superfluous")
        assert "line 17" not in text.partition("Superfluous")[2]


@given(SEEDS)
def test_a_line_that_stays_lacks_something_and_is_not_at_fault(seed: int) -> None:
    before = "module m;\n  if (a) begin\n    q <= 0;\n  end\n  q <= q;\nendmodule"
    log = "m.v:4: syntax error\n"
    told = correction(before, before.replace("  end\n", "  end else begin\n    q <= 1;\n  end\n"), log, Verilog())
    passed = replace(told, later=Observation(Outcome.PASS, "simulate", b""))
    text = reason_about(passed, Random(seed))
    assert not re.search(r"fault|mistake|wrong|take line", text), text
    assert re.search(r"missing|lacks|goes without|does not have", text), text


@given(SEEDS)
def test_a_line_that_is_only_moved_sideways_lacks_nothing(seed: int) -> None:
    before = "module m;\n  if (a)\n    q <= 0;\nendmodule"
    told = correction(before, before.replace("    q", "  q"), "m.v:3: syntax error\n", Verilog())
    text = reason_about(replace(told, later=Observation(Outcome.PASS, "simulate", b"")), Random(seed))
    assert not re.search(r"missing|lacks|goes without|does not have", text), text


@given(SEEDS)
def test_a_line_above_is_the_one_that_changes_only_where_it_goes(seed: int) -> None:
    before = "module m;\n  a <= 1;\n  end\nendmodule"
    told = correction(before, before.replace("  end\n", "  b <= 1;\n  end\n"), "m.v:4: syntax error\n", Verilog())
    assert "is the one I change" not in " ".join(places(told, Random(seed)))


@given(SEEDS)
def test_of_several_lines_that_the_log_names_none_is_the_cause_alone(seed: int) -> None:
    before = "module m;\n  a <- 1;\n  b <- 2;\nendmodule"
    log = "m.v:2: syntax error\nm.v:3: syntax error\n"
    told = correction(before, before.replace("<-", "<="), log, Verilog())
    text = reason_about(replace(told, later=Observation(Outcome.PASS, "simulate", b"")), Random(seed))
    assert re.search(r"lines 2 and 3", text), text

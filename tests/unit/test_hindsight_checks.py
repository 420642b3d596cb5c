"""A text in hindsight is accepted for what it says of this failure and this change, and for nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.hindsight.checks import changes_code, refusal
from assets.hindsight.difficulty import bounds, difficulty
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.hindsight import HindsightRequest
from resources.generation.trajectory import Turn

DOMAIN = get_domain("chip_design")
BUNDLE = EnvironmentBundle("chip_design", "s/counter", "Count.", "module counter; endmodule", "counter.v", "module m;")
FAILED = """module counter(input wire clk, input wire enable, output reg [3:0] count);
    always @(posedge clk)
        if (enabel)
            count <= count + 4'd1;
endmodule
"""
LOG = b"counter.v:3: error: Unable to bind wire/reg/memory `enabel' in `counter'\n"
CORRECTED = FAILED.replace("enabel", "enable")
GOOD = (
    "The compiler says `Unable to bind wire/reg/memory 'enabel' in 'counter'`. No port or net has that name: the port "
    "list declares `enable`, so line 3 misspells it. I write `if (enable)` there; nothing else reads the name."
)


def request(failed: str = FAILED, corrected: str = CORRECTED, log: bytes = LOG) -> HindsightRequest:
    first = Turn(0, "first", Candidate(failed), Observation(Outcome.COMPILATION_ERROR, "compile", log))
    second = Turn(1, "second", Candidate(corrected), Observation(Outcome.PASS, "simulate"))
    return HindsightRequest(DOMAIN, BUNDLE, DOMAIN.instructions(BUNDLE), 0, (first, second), 1)


def test_a_good_text_is_accepted() -> None:
    assert refusal(request(), GOOD) == ""
    assert refusal(request(), GOOD + " The width was given as ``4'd`a``.") == ""


def test_a_stage_and_the_name_that_it_misses_say_what_the_tools_said() -> None:
    lacking = request(log=b"counter.v:3: error: the reference to `enabel' is not defined anywhere in this design\n")
    said = "{}: nothing here is called `enabel`, and `enable` is what the port list has; so line 3 gets that name."
    assert refusal(lacking, said.format("The compilation ended early")) == ""
    assert "does not name" in refusal(lacking, said.format("Somebody misspelt it in this attempt"))


def test_a_short_line_that_moves_is_spoken_of_with_the_line_beside_it() -> None:
    before = "kernel(\n    first_stride(a),\n    K,\n)\n"
    moved = request(before, "kernel(\n    K,\n    first_stride(a),\n)\n")
    said = "`Unable to bind wire/reg/memory 'enabel' in 'counter'` it says, of arguments that are given the wrong way"
    assert refusal(moved, f"{said}: first_stride(a),\n    K, is another order than that of the parameters.") == ""
    assert "does not speak of" in refusal(moved, f"{said}: another order than that of the parameters is needed here.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "too short"),
        ("Unable to bind enabel, line 3.", "too short"),
        (GOOD + " Think again." * 900, "too long"),
        ("The bench reports a mismatch of the counter's value in cycle seven. I look at line 3, where the condition of "
         "the branch stands, and I write another condition there so that it counts as the task says.", "does not name"),
        ("The compiler is unable to bind the wire, reg or memory enabel in counter, which nobody declares. Somewhere a "
         "letter pair is exchanged; once it is put right the compiler will have nothing to say.", "does not speak of"),
        (GOOD + " In hindsight this was easy.", "cannot know"),
        (GOOD + " The reference uses enable too.", "cannot know"),
        (GOOD + " The corrected version has it right.", "cannot know"),
        (GOOD + " As the given solution shows, that is all.", "cannot know"),
        (GOOD + " The final code passes.", "cannot know"),
        (GOOD + " So I was told.", "cannot know"),
        (GOOD + 5 * " And once more I read the port list again.", "repeats itself"),
    ],
)  # fmt: skip
def test_a_bad_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason in refusal(request(), text)


def test_a_log_is_named_by_values_that_only_it_has() -> None:
    log = b"check 17 of 40: at 0.0187 ms SR is 0x81, one bit more than what the task allows there, as a table says\n"
    text = (
        "At 0.0187 ms the register reads 0x81, so a flag is up that nobody clears. In line 3 the name is misspelt; "
        "I write `if (enable)` there and leave everything else alone."
    )
    assert refusal(request(log=log), text) == ""
    assert "does not name" in refusal(request(log=log), text.replace("0x81", "high").replace("0.0187", "0.02"))


def test_a_change_of_a_short_name_is_named_by_quoting_it() -> None:
    before, after = FAILED.replace("enabel", "e"), FAILED.replace("enabel", "en")
    text = (
        "The compiler is `Unable to bind wire/reg/memory 'e' in 'counter'`, so that name is declared nowhere; what the "
        "ports offer for the condition of the branch is `{}`, and that is what the branch has to test."
    )
    asked = request(before, after, LOG.replace(b"enabel", b"e"))
    assert refusal(asked, text.format("en)")) == ""
    assert "does not speak of" in refusal(asked, text.format("always"))


def test_what_a_log_says_may_be_quoted_whatever_it_is() -> None:
    log = b"counter.v:3: error: undefined reference to `enabel', see the reference solution\n"
    text = (
        "The linker says `undefined reference to enabel, see the reference solution`: an undefined reference to a name "
        "that nobody declares. In line 3 it is misspelt; I write `if (enable)` there and leave everything else alone."
    )
    assert refusal(request(log=log), text) == ""


def test_the_program_once_more_is_no_reasoning() -> None:
    body = "".join(f"    assign output_{index} = input_{index} & enable_{index};\n" for index in range(20))
    failed, corrected = f"{FAILED}{body}", f"{CORRECTED}{body}"
    assert "restates" in refusal(request(failed, corrected), f"{GOOD}\n```verilog\n{corrected}```")
    assert refusal(request(failed, corrected), GOOD) == ""


def test_a_log_that_says_nothing_is_named_by_its_label() -> None:
    asked = request(log=b"")
    text = (
        "The result is a compilation error and the log is empty, so I read it again. Line 3 tests `enabel`, which "
        "no port has; it has to be `enable`. The rest of the always block follows the task."
    )
    assert refusal(asked, text) == ""
    assert refusal(asked, text.replace("compilation error", "`COMPILATION_ERROR`")) == ""
    assert "does not name" in refusal(asked, text.replace("compilation error", "thing"))


def test_unchanged_code_needs_no_reason() -> None:
    assert changes_code(request())
    assert not changes_code(request(corrected=FAILED + "\n"))
    assert changes_code(request(failed="if x:\n    y\nz", corrected="if x:\n    y\n    z"))


def test_difficulty_grows_with_log_change_and_attempts() -> None:
    plain = request()
    assert difficulty(request(log=LOG * 20)) > difficulty(plain)
    assert difficulty(request(corrected=CORRECTED + "// more\n" * 30)) > difficulty(plain)
    later = replace(plain, turns=(plain.turns[0], *plain.turns), index=2)
    assert difficulty(later) == difficulty(plain) + 400


@settings(deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_bounds_grow_with_difficulty(left: int, right: int) -> None:
    low, high = bounds(min(left, right)), bounds(max(left, right))
    assert 0 < low.shortest <= high.shortest < low.longest <= high.longest


@settings(deadline=None)
@given(st.text(max_size=400))
def test_any_text_gets_a_verdict(text: str) -> None:
    assert isinstance(refusal(request(), text), str)

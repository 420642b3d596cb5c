"""Which rows may be trained on, and what none may hold: benchmarks, hidden lines, paths of the machine."""

from pathlib import Path
from typing import Any

import pytest

from assets.corpus.leaks import leaks
from assets.corpus.splits import HELD_OUT, CorpusSplit, split_of
from assets.seeds.purposes import Purpose, purpose_of, read_purposes, say_purpose
from resources.domains.domain import Instructions
from resources.execution.bundle import EnvironmentBundle

BUNDLE = EnvironmentBundle(
    "d", "set/a", "Make a counter.", "module a; endmodule", "a.v", "assign q = count + hidden_term;",
    files={"tb.v": "if (q !== expected_q) errors = errors + 1;\nend", "shown.vh": "`define WIDTH_OF_IT 8"},
)  # fmt: skip


class Domain:
    name, language = "d", "verilog"

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("", (), "1", files=("shown.vh",))


def test_a_benchmark_is_in_no_part_that_is_trained_on() -> None:
    assert {split_of(f"bench/{number}", Purpose.EVALUATE) for number in range(200)} == {CorpusSplit.BENCHMARK}


def test_parts_are_drawn_by_the_task_alone_in_their_shares() -> None:
    drawn = [split_of(f"builtin/{number}", Purpose.TRAIN) for number in range(4000)]
    assert drawn == [split_of(f"builtin/{number}", Purpose.TRAIN) for number in range(4000)]
    for part in (CorpusSplit.TEST, CorpusSplit.VALIDATION):
        assert abs(drawn.count(part) / len(drawn) - HELD_OUT) < 0.02


def test_imported_sets_are_for_evaluation_until_their_user_says_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "purposes.json"
    assert purpose_of("rtllm", read_purposes(file)) is Purpose.EVALUATE
    assert purpose_of("builtin", read_purposes(file)) is Purpose.TRAIN
    say_purpose(file, "rtllm", Purpose.TRAIN)
    say_purpose(file, "mine", Purpose.TRAIN)
    assert purpose_of("rtllm", read_purposes(file)) is Purpose.TRAIN
    assert purpose_of("cvdp", read_purposes(file)) is Purpose.EVALUATE


@pytest.mark.parametrize("text", ["{", "[1]", '{"rtllm": "sell"}'])
def test_a_damaged_list_of_purposes_says_what_to_do(tmp_path: Path, text: str) -> None:
    file = tmp_path / "purposes.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="import again"):
        read_purposes(file)


def message(role: str, content: str, thought: str | None = None) -> dict[str, Any]:
    return {"role": role, "content": content, "reasoning_content": thought}


def found(*messages: dict[str, Any]) -> list[tuple[int, str]]:
    rows = [{"conversation_id": "c", "seed_id": "set/a", "messages": list(messages)}]
    told = leaks(Domain(), {"set/a": BUNDLE}, rows, [Path("/srv/secret/home"), Path("/")])  # type: ignore[arg-type]
    return [(leak.message, leak.text) for leak in told]


@pytest.mark.parametrize(
    "line",
    ["  if (q !== expected_q) errors = errors + 1;", "assign q = count +  hidden_term;", "see /srv/secret/home/x"],
)
def test_a_hidden_line_is_found_wherever_it_is_told(line: str) -> None:
    assert found(message("user", "Make a counter."), message("tool", f"log\n{line}\n")) != []
    assert found(message("assistant", "code", f"I think\n{line}")) != []


def test_a_hidden_line_is_found_in_a_sentence_that_quotes_it() -> None:
    said = "What it reports is `if (q !== expected_q) errors = errors + 1;`. So line 3 is wrong."
    assert found(message("user", "Make a counter."), message("assistant", "code", said)) != []


def test_what_the_instructions_quote_is_nobodys_secret() -> None:
    line = "if (q !== expected_q) errors = errors + 1;"
    told = message("system", f"Mind that `{line}` is a check.")
    assert found(told, message("assistant", "code", f"The instructions say `{line}`.")) == []


def test_an_authors_own_line_and_a_shown_file_are_no_leak() -> None:
    own = "assign q = count + hidden_term;"
    assert found(message("assistant", own), message("tool", f"a.v:1:\n{own}"), message("assistant", own, own)) == []
    assert found(message("user", "`define WIDTH_OF_IT 8"), message("tool", "end")) == []

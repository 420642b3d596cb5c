"""Replies of models: fences, think tags, and what of them becomes reasoning and code."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.generation.endpoint.fences import fenced_blocks
from resources.generation.endpoint.reading import NoCode, read_answer, read_text
from resources.generation.endpoint.reply import MalformedReply, Reply, parse_reply, reply_from_json, reply_to_json
from resources.generation.endpoint.thinking import split_thinking
from tests.unit.effort import ends_within

CODE = "module a;\nendmodule\n"
BLOCK = f"```verilog\n{CODE}```\n"
MOST = 64 << 10
TEXT = st.text(st.sampled_from("ab `~\n<>/\t{}\r"), max_size=80)
PIECES = st.lists(
    st.sampled_from(["<think>", "</think>", "```", "```verilog\n", "~~~", "\n", "x", "<THINKING>", "````", " "]),
    max_size=30,
)


def read(content: str, fence: str = "verilog", reasoning: str = "", finish: str = "stop") -> tuple[str, str]:
    answer = read_answer(Reply(content, reasoning, finish), fence, MOST)
    return answer.reasoning, answer.code


@pytest.mark.parametrize(
    ("content", "reasoning"),
    [
        (f"<think>why</think>\n{BLOCK}", "why"),
        (f"why\n</think>\n\n{BLOCK}", "why"),
        (f"<think>a<think>b</think>c</think>{BLOCK}", "abc"),
        (f"<THINK>why</Think>\nso:\n{BLOCK}", "why"),
        (f"<think>draft:\n```verilog\nmodule x;\n</think>\n{BLOCK}", "draft:\n```verilog\nmodule x;"),
        (f"Sure.\n{BLOCK}It adds.", "Sure.\nIt adds."),
        (f"<think>one</think>\n<think>two</think>\n{BLOCK}", "one\ntwo"),
        (f"<think></think>{BLOCK}", ""),
    ],
)
def test_reasoning_is_read_from_tags_and_else_from_the_prose(content: str, reasoning: str) -> None:
    assert read(content) == (reasoning, CODE)


def test_a_field_for_reasoning_goes_before_tags() -> None:
    assert read(f"<think>short</think>{BLOCK}", reasoning=" the field ") == ("the field", CODE)


@pytest.mark.parametrize(
    "content",
    [
        f"```verilog\nmodule draft;\n```\nBetter:\n{BLOCK}",
        f"{BLOCK}\nIt prints:\n```\n42\n```\n```text\nmore\n```",
        f"```SystemVerilog\n{CODE}```",
        f"```{{.verilog}}\n{CODE}```",
        f"```verilog:top.v\n{CODE}```",
        f"~~~~ verilog title=x\n{CODE}~~~~",
        f"```\n{CODE}```",
        "1. The file:\n   ```verilog\n   module a;\n   endmodule\n   ```",
        f"<answer>\n```verilog\n{CODE}```\n</answer>",
        BLOCK.replace("\n", "\r\n"),
    ],
)
def test_the_last_block_with_the_right_tag_is_the_code(content: str) -> None:
    assert read(content)[1] == CODE


@pytest.mark.parametrize(
    ("content", "finish", "problem"),
    [
        ("I cannot.", "stop", "no fenced block"),
        ("", "stop", "no fenced block"),
        (f"```python\n{CODE}```", "stop", "tagged `verilog`; its tags: `python`"),
        (f"```\n{CODE}```\n```\nother\n```", "stop", "tagged `verilog`; its tags: none"),
        (f"{BLOCK}```verilog\nmodule b;", "stop", "never closed"),
        ("```verilog\n\n```", "stop", "empty"),
        (f"<think>so far {BLOCK}", "stop", "reasoning is never closed"),
        ("<think>so far", "length", "cut off"),
        ("```verilog\nmodule b;", "length", "cut off"),
        (f"```verilog\n{'x' * MOST}\n```", "stop", "at most 65536"),
    ],
)
def test_a_reply_without_usable_code_says_why(content: str, finish: str, problem: str) -> None:
    with pytest.raises(NoCode, match=problem):
        read(content, finish=finish)


def test_a_program_may_hold_think_tags_and_fences() -> None:
    code = 'print("<think>", "</think>")\ns = """\n```\n"""\n'
    assert read(f"<think>why</think>\n````python\n{code}````\n", "python") == ("why", code)


@pytest.mark.parametrize(("content", "finish"), [("", "stop"), ("<think>only", "stop"), ("half", "length")])
def test_prose_must_be_there_and_whole(content: str, finish: str) -> None:
    with pytest.raises(NoCode):
        read_text(Reply(content, finish_reason=finish))


def test_prose_is_read_without_its_reasoning() -> None:
    assert read_text(Reply("<think>hm</think>\nThe port was missing.")) == "The port was missing."


@given(PIECES)
def test_any_soup_of_tags_and_fences_is_read_or_refused(pieces: list[str]) -> None:
    content = "".join(pieces)
    split = split_thinking(content)
    letters = sum(part.count("x") for part in (split.thinking, split.answer))
    assert letters == content.count("x")
    try:
        code = read_answer(Reply(content), "verilog", MOST).code
    except NoCode:
        return
    assert code.strip()
    assert code.count("x") <= split.answer.count("x")


@given(TEXT, st.text(st.sampled_from("abc \n;"), min_size=1).filter(str.strip), st.integers(3, 6))
def test_a_block_at_the_end_is_found_behind_any_prose(prose: str, code: str, ticks: int) -> None:
    """Unless the prose leaves a block open."""
    if any(not block.closed for block in fenced_blocks(prose + "\n")) or "<" in prose:
        return
    fence = "`" * ticks
    found = fenced_blocks(f"{prose}\n{fence}verilog\n{code}\n{fence}\n")[-1]
    assert (found.tag, found.text, found.closed) == ("verilog", f"{code}\n", True)


@given(TEXT)
def test_blocks_are_apart_and_in_order(text: str) -> None:
    ends = [0]
    for block in fenced_blocks(text):
        assert ends[-1] <= block.start < block.end <= len(text)
        assert not block.closed or text[block.start : block.end].strip()
        ends.append(block.end)


@pytest.mark.parametrize(
    "content", ["`" * 500_000, "<think>" * 70_000, "```\n" * 30_000, " " * 500_000, "```a " + " " * 500_000]
)
def test_a_hostile_reply_is_read_in_linear_time(content: str) -> None:
    def refused() -> None:
        with pytest.raises(NoCode):
            read(content)

    ends_within(5.0, refused)


def completion(**message: object) -> dict[str, object]:
    return {"model": "m", "choices": [{"message": {"role": "assistant", **message}, "finish_reason": "stop"}]}


def test_a_completion_is_taken_as_servers_write_it() -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}
    raw = {**completion(content="c", reasoning_content=None, reasoning="r"), "usage": usage}
    assert parse_reply(json.dumps(raw).encode()) == Reply("c", "r", "stop", "m", 7, 4, 3)


@pytest.mark.parametrize(
    "message", [{}, {"content": None}, {"content": 4}, {"content": []}, {"content": [{"type": "image"}]}]
)
def test_a_message_without_text_is_an_empty_answer(message: dict[str, object]) -> None:
    assert parse_reply(json.dumps(completion(**message)).encode()).content == ""


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"choices": []}', b'{"choices": null}', b'{"choices": [1]}',
     b'{"choices": [{"message": 3}]}', b"\xff\xfe", b"[" * 100_000, b'{"error": {"message": "overloaded"}}'],
)  # fmt: skip
def test_what_is_no_completion_is_told_from_one(body: bytes) -> None:
    with pytest.raises(MalformedReply):
        parse_reply(body)


KEYS = st.sampled_from(["choices", "message", "content", "usage", "prompt_tokens", "model", "finish_reason"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_a_reply_or_malformed(raw: object) -> None:
    try:
        reply = parse_reply(json.dumps(raw).encode())
    except MalformedReply:
        return
    assert reply_from_json(reply_to_json(reply)) == reply


def test_half_surrogates_become_text_that_files_can_hold() -> None:
    body = b'{"choices": [{"message": {"content": "a\\ud800b"}}]}'
    assert parse_reply(body).content.encode() == b"a?b"

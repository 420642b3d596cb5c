"""Masks are exact: before an answer stands what a server would send, learned is what the model has to write."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.learned import Learned
from assets.tokens.chat_format import DATE, ChatFormat, ObservationRole, TemplateUnusable
from assets.tokens.export import chat_format
from assets.tokens.sequences import IGNORED, TokenSequence, fitting, sequences
from tests.chat_families import FAMILIES, LLAMA, tokenizer

SYSTEM, TASK = "Answer with code.", "Make a counter."
FAILED, FIXED = "```verilog\nmodule a;\n```", "```verilog\nmodule a; endmodule\n```"
LOG = "Their output, as data:\n\n```\na.v:1: syntax error\n```"


def said(role: str, content: str, thought: str | None = None, learned: int = 0) -> dict[str, Any]:
    return {"role": role, "content": content, "reasoning_content": thought, "loss_mask": learned}


def row(
    first: str | None = "I start plainly.", second: str | None = "It lacks its end.", **more: str
) -> dict[str, Any]:
    """A failed attempt that ran and a right one."""
    labels = [
        {"outcome": "FUNCTIONAL_MISMATCH", "passed": False, "progressed": False},
        {"outcome": "PASS", "passed": True, "progressed": True},
    ]
    messages = [said("system", SYSTEM), said("user", TASK), said("assistant", more.get("failed", FAILED), first)]
    messages += [said("tool", more.get("log", LOG)), said("assistant", more.get("fixed", FIXED), second, 1)]
    return {"conversation_id": "c", "messages": messages, "turn_labels": labels}


def chat(family: str) -> ChatFormat:
    return chat_format(tokenizer(), FAMILIES[family], [row()])


def learned_texts(found: list[TokenSequence]) -> list[str]:
    decode = tokenizer().decode
    return [decode(each.ids[span.start : span.end]) for each in found for span in each.learned]


def prompts(found: list[TokenSequence]) -> list[list[int]]:
    return [each.ids[: span.start] for each in found for span in each.learned]


WRITTEN = {
    "qwen": ("<think>\n{thought}\n</think>\n\n{code}<|im_end|>", "{code}<|im_end|>"),
    "llama": ("<think>\n{thought}\n</think>\n\n{code}<|eot_id|>", "{code}<|eot_id|>"),
    "smollm": ("<think>\n{thought}\n</think>\n\n{code}<|im_end|>", "{code}<|im_end|>"),
    "deepseek": ("{thought}\n</think>\n\n{code}<｜end▁of▁sentence｜>", "{code}<｜end▁of▁sentence｜>"),
    "gpt-oss": (
        "<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant<|channel|>final<|message|>{code}<|return|>",
        "<|channel|>final<|message|>{code}<|return|>",
    ),
}
each_family = pytest.mark.parametrize("family", list(FAMILIES))


@each_family
def test_learned_is_what_the_model_has_to_write(family: str) -> None:
    thinking, plain = WRITTEN[family]
    expected = [thinking.format(thought="I start plainly.", code=FAILED), plain.format(code=FIXED)]
    assert learned_texts(sequences(chat(family), row(second=None), Learned.RAN)) == expected
    expected = [plain.format(code=FAILED), thinking.format(thought="It lacks its end.", code=FIXED)]
    assert learned_texts(sequences(chat(family), row(first=None), Learned.RAN)) == expected


@each_family
def test_the_prompt_is_the_templates_own(family: str) -> None:
    """Token for token `apply_chat_template` of what came before, with thinking switched as the answer has it."""
    form = chat(family)
    assert prompts(sequences(form, row(), Learned.RAN)) == [asked(form, family, row(), place) for place in (2, 4)]


def asked(form: ChatFormat, family: str, of: dict[str, Any], place: int) -> list[int]:
    openai = []
    for message in of["messages"][:place]:
        role = "user" if family == "gpt-oss" and message["role"] == "tool" else message["role"]
        thought = message["reasoning_content"]
        openai.append(
            {"role": role, "content": message["content"]} | ({"reasoning_content": thought} if thought else {})
        )
    return list(
        tokenizer().apply_chat_template(
            openai,
            chat_template=form.template,
            add_generation_prompt=True,
            tokenize=True,
            return_dict=False,
            strftime_now=DATE.strftime,
        )
    )


@each_family
def test_nothing_else_is_learned(family: str) -> None:
    found = sequences(chat(family), row())
    assert len(found) == 1
    learned = [token for token in found[0].labels if token != IGNORED]
    assert len(found[0].labels) == len(found[0].ids)
    assert tokenizer().decode(learned) == learned_texts(found)[0]
    assert FAILED not in learned_texts(found)[0]


@pytest.mark.parametrize("name", ["qwen3", "qwen3_6", "llama3", "deepseekv3", "gptoss", "qwen2_5", "phi3"])
@pytest.mark.parametrize("thoughts", [(None, None), ("I start plainly.", "It lacks its end.")])
def test_published_templates_have_exact_masks(name: str, thoughts: tuple[str | None, str | None]) -> None:
    """Those that TRL ships, as their models' authors wrote them."""
    form, of = chat_format(tokenizer(), published(name), [row()]), row(*thoughts)
    found = sequences(form, of, Learned.RAN)
    texts = learned_texts(found)
    assert all(code in text for text, code in zip(texts, (FAILED, FIXED), strict=True))
    assert all((thought or "think") in text for text, thought in zip(texts, thoughts, strict=True) if thought)
    assert not any(other in text for text in texts for other in (SYSTEM, TASK, "as data"))
    for place, prompt in zip((2, 4), prompts(found), strict=True):
        assert form.texts(of["messages"], place)[0] == tokenizer().decode(prompt)


@pytest.mark.parametrize(
    ("name", "thought", "more"),
    [
        ("qwen3", "I start plainly.", ""),
        ("llama3", None, ""),
        ("qwen2_5", None, "\n"),
        ("gptoss", "I start plainly.", "<|start|>assistant"),
    ],
)
def test_masks_are_those_of_templates_that_mark_what_is_generated(name: str, thought: str | None, more: str) -> None:
    """TRL's training variants have {% generation %} tags, of which transformers makes a mask. Some also
    learn the end of their generation prompt, which no model writes."""
    messages = [said("system", SYSTEM), said("user", TASK), said("assistant", FIXED, thought, 1)]
    (sequence,) = sequences(ChatFormat(tokenizer(), published(name)), {"conversation_id": "c", "messages": messages})
    openai = [{"role": each["role"], "content": each["content"]} for each in messages]
    if thought:
        openai[-1] |= {"reasoning_content": thought, "thinking": thought}
    marked = tokenizer().apply_chat_template(
        openai,
        chat_template=published(f"{name}_training"),
        return_assistant_tokens_mask=True,
        return_dict=True,
        tokenize=True,
        strftime_now=DATE.strftime,
    )
    end = len(sequence.ids)
    assert marked["input_ids"][:end] == sequence.ids
    ours = [int(label != IGNORED) for label in sequence.labels]
    assert all(own <= theirs for own, theirs in zip(ours, marked["assistant_masks"], strict=False))
    extra = [
        token for token, own, theirs in zip(sequence.ids, ours, marked["assistant_masks"], strict=False) if theirs > own
    ]
    assert tokenizer().decode(extra) == more
    assert tokenizer().decode(marked["input_ids"][end:]).strip() == ""


@pytest.mark.parametrize("name", ["qwen3", "llama3", "llama3_1", "deepseekv3"])
def test_an_observations_id_changes_nothing_in_a_template(name: str) -> None:
    """The corpus's columns are null where a message has none."""
    plain = [{"role": one["role"], "content": one["content"]} for one in row()["messages"]]
    with_id = [one | {"tool_call_id": "t:0" if one["role"] == "tool" else None} for one in plain]
    assert rendered(name, with_id) == rendered(name, plain)


def test_an_answer_has_no_calls_of_tools_since_templates_leave_out_its_code_then() -> None:
    plain = [{"role": one["role"], "content": one["content"]} for one in row()["messages"]]
    call = {"id": "t:0", "type": "function", "function": {"name": "run", "arguments": {}}}
    called = [one | ({"tool_calls": [call]} if one["role"] == "assistant" else {}) for one in plain]
    assert FIXED in rendered("llama3_1", plain)
    assert FIXED not in rendered("llama3_1", called)
    with pytest.raises(TypeError):
        rendered("llama3_1", [one | {"tool_calls": None} for one in plain])


def rendered(name: str, messages: list[dict[str, Any]]) -> str:
    return str(tokenizer().apply_chat_template(messages, chat_template=published(name), tokenize=False))


def published(name: str) -> str:
    """Read as a file: importing TRL takes as long as all these tests."""
    spec = importlib.util.find_spec("trl")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("the extra dev is not installed")
    return (Path(spec.submodule_search_locations[0]) / "chat_templates" / f"{name}.jinja").read_text(encoding="utf-8")


def test_a_template_that_keeps_thoughts_makes_one_sequence_of_all_answers() -> None:
    found = sequences(chat("qwen"), row(), Learned.RAN)
    assert [len(each.learned) for each in found] == [2]
    assert "I start plainly." in tokenizer().decode(found[0].ids[: found[0].learned[1].start])


@pytest.mark.parametrize("family", ["llama", "smollm", "deepseek", "gpt-oss"])
def test_a_template_that_drops_thoughts_makes_a_sequence_of_each(family: str) -> None:
    found = sequences(chat(family), row(), Learned.RAN)
    assert [len(each.learned) for each in found] == [1, 1]
    assert "I start plainly." not in tokenizer().decode(found[1].ids)


def test_without_thoughts_such_a_template_makes_one_sequence_too() -> None:
    assert len(sequences(chat("llama"), row(None, None), Learned.RAN)) == 1


def test_a_template_that_knows_no_uncalled_tool_is_told_by_a_user() -> None:
    assert chat("gpt-oss").role is ObservationRole.USER
    assert chat("qwen").role is ObservationRole.TOOL


@each_family
@settings(max_examples=25, deadline=None)
@given(texts=st.tuples(*[st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30)] * 3))
def test_any_text_is_learned_as_it_stands(family: str, texts: tuple[str, str, str]) -> None:
    thought, code, log = (text.replace("<", "(").replace("\r", "") for text in texts)
    thinking, _ = WRITTEN[family]
    of = row(second=thought.strip() or "x", fixed=f"```\n{code}\n```", log=f"```\n{log}\n```")
    expected = thinking.format(thought=thought.strip() or "x", code=f"```\n{code}\n```")
    assert learned_texts(sequences(chat(family), of)) == [expected]


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("{% for message in messages %}{{ message.role }}{% endfor %}", "changes or drops"),
        ("{% for message in messages %}{{ message.content + '\\n' }}{% endfor %}", "no special token"),
        (LLAMA.replace("'<|start_header_id|>assistant<|end_header_id|>\\n\\n'", "'Answer:'"), "does not begin"),
        ("{{ raise_exception('only two messages') }}", "only two messages"),
    ],
)
def test_a_template_without_exact_masks_is_refused(template: str, why: str) -> None:
    with pytest.raises(TemplateUnusable, match=why):
        ChatFormat(tokenizer(), template).target(row()["messages"], 4)


def test_a_tokenizer_without_template_asks_for_one() -> None:
    with pytest.raises(TemplateUnusable, match="--template"):
        ChatFormat(tokenizer())


def test_an_answer_that_does_not_fit_is_left_out_whole() -> None:
    (sequence,) = sequences(chat("qwen"), row(), Learned.RAN)
    first, second = sequence.learned
    assert fitting(sequence, second.end) == sequence
    cut = fitting(sequence, second.end - 1)
    assert cut is not None
    assert (cut.learned, cut.ids) == ((first,), sequence.ids[: first.end])
    assert fitting(sequence, first.end - 1) is None

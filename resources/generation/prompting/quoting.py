"""Quoting: text that others wrote (logs, code, task sets) becomes data inside a prompt, whatever it holds.

What is said around a quotation is `attempt` and `hindsight`.
"""

import re
import unicodedata

LOG_CHARACTERS = 6000
LINE_CHARACTERS = 600
"""A line beyond this is cut in its middle: a dumped memory or a generated table says no more than its ends."""

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)?|[@-Z\\-_])")
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029]")
_BARS = "|\uff5c"
_TOKEN_NAMES = (
    "s|bos|eos|pad|unk|mask|sep|cls|think|thinking|reasoning|answer|tool_calls?|tool_response|function_calls?|"
    "start_of_turn|end_of_turn|begin_of_text|end_of_text|endoftext|im_start|im_end|start_header_id|end_header_id|eot_id|"
    "fim_prefix|fim_middle|fim_suffix|system|user|assistant|human"
)
_SPECIAL = re.compile(
    rf"<(?=[{_BARS}][^<>\n]{{1,60}}[{_BARS}]>|/?(?:{_TOKEN_NAMES})>|<SYS>>|</SYS>>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|THINK|gMASK)\])",
    re.IGNORECASE,
)


def decoded(log: bytes) -> str:
    """The log's text; bytes that are no UTF-8 are left out."""
    return log.decode("utf-8", "ignore")


def cleaned(text: str) -> str:
    """Without terminal sequences, control, format and unassigned characters; every line end is "\\n". Idempotent."""
    while (shorter := _ANSI.sub("", text)) != text:
        text = shorter
    text = _LINE_ENDS.sub("\n", text)
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(each for each in text if each in "\n\t" or not unicodedata.category(each).startswith("C"))


def neutralised(text: str) -> str:
    """Cleaned, and what chat templates or tokenizers may take for a special token has a space after its bracket."""
    return _SPECIAL.sub(lambda match: f"{match[0]} ", cleaned(text))


def shortened_log(text: str, limit: int = LOG_CHARACTERS) -> str:
    """At most `limit` characters in whole lines: two thirds from the head, the rest from the tail."""
    lines = [_shortened_line(line) for line in text.strip("\n").split("\n")]
    if sum(len(line) + 1 for line in lines) <= limit:
        return "\n".join(lines)
    head = _whole_lines(lines, limit * 2 // 3)
    tail = _whole_lines(lines[len(head) :][::-1], limit - limit * 2 // 3)[::-1]
    left_out = len(lines) - len(head) - len(tail)
    return "\n".join([*head, f"[... {left_out} lines left out ...]", *tail])


def quoted_log(log: str, limit: int = LOG_CHARACTERS) -> str:
    """A fenced block that holds the log as data."""
    return fenced("text", shortened_log(cleaned(log), limit))


def fenced(tag: str, text: str) -> str:
    """A block with the text, neutralised, that nothing in it can close."""
    return fenced_as_it_is(tag, neutralised(text))


def fenced_as_it_is(tag: str, text: str) -> str:
    """For text that must keep every character; the fence is longer than any run of backticks in it."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{tag}\n{text.rstrip()}\n{fence}"


def _shortened_line(line: str) -> str:
    if len(line) <= LINE_CHARACTERS:
        return line
    half = LINE_CHARACTERS // 2 - 10
    return f"{line[:half]} [... cut ...] {line[-half:]}"


def _whole_lines(lines: list[str], room: int) -> list[str]:
    """The first lines that fit into `room` characters."""
    taken = 0
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        taken += 1
    return lines[:taken]

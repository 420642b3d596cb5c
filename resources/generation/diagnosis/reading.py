"""Reading: the facts that reasoning is written from: ports, requirements, telling lines of code.

Works on text alone, in any domain's language; what is said about the facts stands in the reasoning modules.
"""

import re
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z_]\w{1,}")
_SENTENCE_END = re.compile(r"(?<=[.:;])\s+(?=[A-Z`0-9(])")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_DECLARES = re.compile(
    r"^\s*(?:always\w*|assign|case[xz]?|localparam|parameter|typedef|reg|wire|logic|generate|genvar|for|while|if|"
    r"def|class|return|static|void|struct|enum|import|from|#define|#include|@|\.?[A-Za-z_][\w.$]*:$|[A-Za-z_]\w*\s*(?:<=|[-+*|&^]?=|\())"
)
_DEFINES = re.compile(
    r"(?:(?:def|class|module)\s+(?P<name>\w+)|(?:assign|localparam|parameter|static|const|void|u?int\w*|size_t|float)\s+"
    r"(?:(?:static|const|void|inline|unsigned|u?int\w*|float|\*|\[[^\]]*\])\s*)*(?P<typed>\w+)\s*(?:=|\(|;)|"
    r"(?P<given>[A-Za-z_]\w*)(?:\[[^\]]*\])?\s*<?=(?!=))"
)
_IDLE = frozenset(
    word
    for line in (
        "the a an is are be to of in on at and or it its as by for with when while from that this not no all each",
        "than then if else begin end module endmodule input output wire reg logic always assign posedge negedge int",
        "void return def must should one two use keep every any only same into before after write value values",
        "which has have so",
    )
    for word in line.split()
)


@dataclass(frozen=True)
class CodeLine:
    """A line of code: 1-based number and stripped text."""

    number: int
    text: str


def names_in(text: str) -> set[str]:
    """Identifiers and words of a text, without those that say nothing."""
    return {name for name in _NAME.findall(text) if name.lower() not in _IDLE}


def first_heading(prompt: str) -> str:
    """What the task is: the first sentence of its text, whole, or the heading above it where it stands alone."""
    block: list[str] = []
    for line in prompt.splitlines():
        text = line.strip().lstrip("#").strip()
        if text and not text.startswith("```"):
            block.append(text)
        elif block:
            break
        if line.lstrip().startswith("#") and block:
            break
    said = re.split(r"(?<=[.:])\s+(?=[A-Z`])|(?<=\.)$", " ".join(block), maxsplit=1)[0]
    return _clauses(" ".join(said.split()), 160).rstrip(".:;, ") or "the task"


def _clauses(text: str, limit: int) -> str:
    """The clauses that fit: a sentence that is cut in its midst asks for nothing."""
    if len(text) <= limit:
        return text
    ends = [match.start() for match in re.finditer(r"[,;:] ", text[:limit])]
    return text[: ends[-1]] if ends else text[:limit].rpartition(" ")[0]


def requirements(prompt: str) -> list[str]:
    """Sentences of the prompt that name something checkable: a signal in backticks, a number, "must"."""
    text = re.sub(r"```.*?```", "\n\n", prompt, flags=re.DOTALL)
    blocks: list[str] = []
    for line in text.splitlines():
        if line.lstrip().startswith(("#", "|")) or not line.strip():
            blocks.append("")
        elif _BULLET.match(line) or not blocks or not blocks[-1]:
            blocks.append(_BULLET.sub("", line).strip())
        else:
            blocks[-1] += " " + line.strip()
    sentences = [sentence.strip() for block in blocks for sentence in _SENTENCE_END.split(block) if sentence.strip()]
    telling = [item for item in sentences if re.search(r"`|\d|must|should", item) and len(item) > 20]
    return [shortened(item, 260) for item in telling]


def best_match(sentences: list[str], text: str, *, at_least: int = 1) -> str:
    """The sentence that shares most words with `text`; "" where none shares `at_least` as many."""
    words = {word.lower() for word in names_in(text)}
    scored = [(len(words & {word.lower() for word in names_in(item)}), item) for item in sentences]
    score, sentence = max(scored, key=lambda pair: pair[0], default=(0, ""))
    return sentence if score >= at_least else ""


def code_lines(code: str) -> list[CodeLine]:
    """The lines that hold code, comments and lone brackets left out."""
    stripped = ((number, line.strip()) for number, line in enumerate(code.splitlines(), 1))
    return [
        CodeLine(number, shortened(text, 140))
        for number, text in stripped
        if _NAME.search(text)
        and not text.startswith(("//", "/*", "* ", "#!", "# "))
        and text not in ("begin", "end", "endmodule")
    ]


def telling_lines(code: str) -> list[CodeLine]:
    """Lines that carry the design: declarations, blocks, assignments, calls."""
    return [line for line in code_lines(code) if _DECLARES.match(line.text)]


def defined_names(code: str) -> list[str]:
    """What the code defines, in the order of the text: functions, classes, constants, and what values are given to."""
    matches = (_DEFINES.match(line.text) for line in code_lines(code))
    names = (match["name"] or match["typed"] or match["given"] for match in matches if match)
    return [name for name in dict.fromkeys(names) if len(name) > 1]


def line_about(code: str, text: str, *, writing: bool = False) -> CodeLine | None:
    """The line of code that shares most names with `text`; with `writing`, one that assigns such a name.

    A name that the line assigns counts twice: a requirement is met where its signal is written.
    """
    words = names_in(text)
    best, most = None, 0
    for line in telling_lines(code):
        written = len(words & names_in(re.split(r"<?=", line.text, maxsplit=1)[0]))
        score = len(words & names_in(line.text)) + written
        if score > most and (written or not writing):
            best, most = line, score
    return best


def lines_with(code: str, name: str) -> list[CodeLine]:
    """The lines of code in which `name` stands as a word of its own."""
    if not name:
        return []
    return [line for line in code_lines(code) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.text)]


def shortened(text: str, limit: int) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= limit else text[: limit - 4].rstrip() + " ..."

"""Change: what an edit of one line does, as far as the two texts show it. Why it was made is not said here.

Each fact holds by counting or by the language's own meaning; where neither says anything, there is none.
"""

import re
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from fractions import Fraction
from random import Random

from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.meaning import code_part, form_of, meaning_of
from resources.generation.diagnosis.phrases import listed, quotable, say
from resources.generation.diagnosis.reading import lines_with, shortened

_TOKEN = re.compile(
    r"\d+'[sS]?[bdhoBDHO][0-9a-fA-F_xXzZ?]+|0[xX][0-9a-fA-F]+|\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?|[A-Za-z_$%][\w$]*"
    r"|\"[^\"]*\"|===|!==|<<<|>>>|<<=|>>=|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\+\+|--|->|\S"
)
_LITERAL = re.compile(r"(?P<width>\d+)'[sS]?(?P<base>[bdhoBDHO])(?P<digits>[0-9a-fA-F_]+)")
_DECIMAL = re.compile(r"-?[\d_]{1,40}(?:\.[\d_]{0,40})?(?:[eE][-+]?\d{1,3})?|-?\.[\d_]{1,40}(?:[eE][-+]?\d{1,3})?")
_DIGITS = 15
"""Of a number that is said: more would not be read."""
_READ_AT_ONCE = 3
"""Of two decimal numbers with fewer digits nobody has to be told the difference."""
Number = int | Fraction
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}
_NAME = re.compile(r"[A-Za-z_][\w$]*")
_NON_BLOCKING = re.compile(r"^[^<=()]*(?:\([^()]*\)[^<=()]*)*(?:<=|=)(?!=)")
_WITH_EXPRESSIONS = frozenset(("verilog", "systemverilog", "c", "cpp", "cuda", "python"))
_AMBIGUOUS = frozenset("+-*&|^")
_NO_OPERANDS = frozenset("return case in and or not else assign print yield if while".split())
_VERILOG = frozenset(("verilog", "systemverilog"))
_CLOSING = {"(": ")", "[": "]", "{": "}"}

_MEANS = {
    "<": "leaves out two equal values", "<=": "takes in two equal values",
    ">": "leaves out two equal values", ">=": "takes in two equal values",
    "==": "asks for equality", "!=": "asks for a difference",
    "&&": "needs both conditions", "||": "needs one of the two conditions",
    "+": "adds", "-": "subtracts", "*": "multiplies", "/": "divides",
    "<<": "shifts to the left", ">>": "shifts to the right", ">>>": "shifts right and keeps a signed value's sign",
    "&": "keeps what both sides have", "|": "takes what either side has", "^": "takes what just one side has",
    "posedge": "waits for the rising edge", "negedge": "waits for the falling edge",
    "!": "asks whether the value is zero", "~": "turns every bit round",
}  # fmt: skip
_REDUCTIONS = {"&": "asks for every bit", "|": "asks for any bit", "^": "gives the parity of the bits"}
"""Of Verilog's operators with one operand."""
_COMPARABLE = (
    ("<", "<="), (">", ">="), ("==", "!="), ("&&", "||"), ("+", "-", "*", "/"), ("<<", ">>", ">>>"), ("&", "|", "^"),
    ("posedge", "negedge"), ("&&", "&"), ("||", "|"), ("!", "~"),
)  # fmt: skip
_OPERATOR = (
    "[Where|While|Whereas] `{old}` {old_means}, `{new}` {new_means}.",
    "`{new}` {new_means}[, whereas|;|, while|, and] `{old}` {old_means}.",
    "[The difference|What differs|The point of it|What it comes to]: `{old}` {old_means}, `{new}` {new_means}.",
    "[As written|As it stood|Until now|So far], `{old}` {old_means}; [with|now|from here on] `{new}` [in its place "
    "the line|it] {new_means}.",
)
_TURNED = (
    "`{new}` [compares|asks] the other way round [than|from] `{old}`.",
    "The comparison [turns round|is turned]: `{new}` for `{old}`.",
)
_ASSIGNED = (
    "[The assignment|It|What line {line} assigns] [becomes|turns] {kind}.",
    "[With `{new}`|That way|Then] the assignment is {kind}[ and no longer {other}|].",
)
_NUMBERS = (
    "`{new}` [is|comes to|amounts to] {relation} `{old}`.",
    "[That number|The new number|As a number, that] is {relation} [the one that stood there|the old one|the one "
    "before].",
    "[In numbers|As a figure|Counted out|By the number|In short]: {relation} `{old}`.",
)
_SIGN = (
    "[The sign turns|Its sign turns|It turns the sign]: `{new}` [where there was|in place of|for] `{old}`.",
    "`{new}` [is|points] [the other way from|the opposite of] `{old}`.",
)
_WIDTH = (
    "The literal [then has|has|gets] {new} bits [instead of|in place of] {old}.",
    "{new} bits [where there were|in place of] {old}.",
)
_NAMED_ONCE = (
    "`{old}` [stood|occurred|was found|was written] nowhere else in the [file|text|program|code]; `{new}` [did, "
    "in|stood in|was in|was found in] {lines}.",
    "[Nothing else in the file|No other line|No line but this] [had|named|used|knew] `{old}`, [whereas|while|and] "
    "`{new}` [stood|was used|was] in {lines}.",
    "[One look through the file as it was|A search through the old text|Counting in the old text]: `{old}` [once|in "
    "this line alone|just here], `{new}` in {lines}.",
)
_ORDER = (
    "[The words|The parts|The tokens] of the line [stay|are the same]; [only|nothing but] their order [is another|"
    "differs].",
    "[Same parts|Nothing new in it|The same tokens], [in another order|put in another order].",
)
_BRACKETS = (
    "[The file had|I count|There were|The text had] {opened} `{open}` [against|to|and|for] {closed} `{close}`; "
    "[now|with this|after it] both [are|stand at|come to] {now}.",
    "`{open}` and `{close}` [stood|were|came] {opened} to {closed} and [now balance|are now level|are equal now] at "
    "{now}.",
)
_BARE = {
    "~": "complement", "!": "negation",
}  # fmt: skip
_BARE_GONE = (
    "[The|That] {what} [goes|is dropped][; the rest of the line stays|].",
    "Without `{mark}` [no {what} is taken|the {what} is gone].",
)
_BARE_COME = (
    "[A|One] {what} [comes in|is added][; the rest of the line stays|].",
    "With `{mark}` the {what} is [taken|formed].",
)


def effect_of(
    hunk: LineChange, before: str, after: str, language: str, chance: Random, meanings: Mapping[str, str]
) -> str:
    """What the change of one line into another does, in a sentence; "" where the texts do not show it. `meanings` says
    of the language's words what they do."""
    if not (len(hunk.removed) == len(hunk.added) == 1 and hunk.removed[0].strip() and hunk.added[0].strip()):
        return _counted(before, after, chance)
    old, new = (_TOKEN.findall(code_part(line, language)) for line in (hunk.removed[0], hunk.added[0]))
    pairs = _replaced(old, new)
    if len(pairs) > 1 and Counter(old) == Counter(new):
        return say(chance, _ORDER)
    plain = (pairs[0][0] + pairs[0][1]) if len(pairs) == 1 else []
    has_own_meaning = len(plain) == 2 and all(token in meanings for token in plain)
    said = _pair(hunk, *pairs[0], before, language, chance) if plain and not has_own_meaning else ""
    return (
        said
        or _sign(old, new, chance)
        or _counted(before, after, chance)
        or form_of(hunk, language, chance)
        or (meaning_of(old, new, language, meanings, chance) if pairs else "")
    )


def _replaced(old: list[str], new: list[str]) -> list[tuple[list[str], list[str]]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [(old[a:b], new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _pair(hunk: LineChange, olds: list[str], news: list[str], before: str, language: str, chance: Random) -> str:
    if len(olds) == len(news) == 1:
        old, new = olds[0], news[0]
        return (
            _operator(hunk, old, new, language, chance)
            or _reduction(hunk, old, new, language, chance)
            or _number(old, new, chance)
            or _name(hunk, old, new, before, chance)
        )
    if not olds and len(news) == 1 and news[0] in _BARE:
        return say(chance, _BARE_COME, what=_BARE[news[0]], mark=news[0])
    if not news and len(olds) == 1 and olds[0] in _BARE:
        return say(chance, _BARE_GONE, what=_BARE[olds[0]], mark=olds[0])
    return ""


def _operator(hunk: LineChange, old: str, new: str, language: str, chance: Random) -> str:
    """`<=` is an assignment in Verilog where no condition stands before it, and a comparison everywhere else."""
    if language in _VERILOG and {old, new} == {"<=", "="}:
        ends = [_NON_BLOCKING.match(lines[0].strip()) for lines in (hunk.removed, hunk.added)]
        if not all(ends):
            return ""
        kinds = ("non-blocking", "blocking") if new == "<=" else ("blocking", "non-blocking")
        return say(chance, _ASSIGNED, new=new, line=hunk.line, kind=kinds[0], other=kinds[1])
    if {old, new} in ({"<", ">"}, {"<=", ">="}) and language in _WITH_EXPRESSIONS:
        return say(chance, _TURNED, old=old, new=new)
    is_pair = any(old in group and new in group for group in _COMPARABLE)
    if (language in _VERILOG and "<=" in (old, new) and _is_first_assignment(hunk)) or not _is_binary(
        hunk, old, language
    ):
        return ""
    facts = {"old": old, "new": new, "old_means": _MEANS.get(old), "new_means": _MEANS.get(new)}
    return say(chance, _OPERATOR, **facts) if is_pair else ""


def _reduction(hunk: LineChange, old: str, new: str, language: str, chance: Random) -> str:
    """Behind an assignment, an opening or another operator, an operator has one operand."""
    if language not in _VERILOG or not (old in _REDUCTIONS and new in _REDUCTIONS):
        return ""
    if not re.search(rf"[=(,?:&|^]\s*{re.escape(old)}\s*[A-Za-z_{{(]", hunk.removed[0]):
        return ""
    return say(chance, _OPERATOR, old=old, new=new, old_means=_REDUCTIONS[old], new_means=_REDUCTIONS[new])


def _is_binary(hunk: LineChange, operator: str, language: str) -> bool:
    """Whether an operator that could be a sign, an address or a reduction stands behind an operand."""
    if operator not in _AMBIGUOUS:
        return True
    tokens = _TOKEN.findall(hunk.removed[0])
    at = next(
        (
            at
            for at, (one, other) in enumerate(zip(tokens, _TOKEN.findall(hunk.added[0]), strict=False))
            if one != other
        ),
        0,
    )
    return language in _WITH_EXPRESSIONS and _is_operand(tokens[max(at - 1, 0) : at])


def _sign(old: list[str], new: list[str], chance: Random) -> str:
    """A minus with one operand that comes or goes, and nothing else."""
    longer, shorter = (old, new) if len(old) > len(new) else (new, old)
    places = [at for at, token in enumerate(longer) if token == "-" and longer[:at] + longer[at + 1 :] == shorter]
    if len(places) != 1 or places[0] + 1 == len(longer) or _is_operand(longer[places[0] - 1 : places[0]]):
        return ""
    value = longer[places[0] + 1]
    texts = (f"-{value}", value) if longer is old else (value, f"-{value}")
    return _number(*texts, chance) or (say(chance, _SIGN, old=texts[0], new=texts[1]) if _NAME.fullmatch(value) else "")


def _is_operand(token: list[str]) -> bool:
    return bool(token) and bool(re.fullmatch(r"[\w$')\]]+", token[0])) and token[0] not in _NO_OPERANDS


def _is_first_assignment(hunk: LineChange) -> bool:
    return any(re.match(r"[\w.\[\]:\s]+<=", lines[0].strip()) for lines in (hunk.removed, hunk.added))


def _number(old: str, new: str, chance: Random) -> str:
    one, other = _value(old), _value(new)
    if one is None or other is None:
        return ""
    widths = [match["width"] if (match := _LITERAL.fullmatch(text)) else "" for text in (old, new)]
    if one == other:
        return say(chance, _WIDTH, old=widths[0], new=widths[1]) if all(widths) and widths[0] != widths[1] else ""
    relation = _relation(one, other)
    is_read = all(text.isdigit() and len(text) < _READ_AT_ONCE for text in (old, new))
    return "" if is_read and relation.endswith("than") else say(chance, _NUMBERS, old=old, new=new, relation=relation)


def _relation(old: Number, new: Number) -> str:
    """In words that a number may follow."""
    ratios = {2: "twice", 4: "four times", 8: "eight times", 10: "ten times"}
    parts = {2: "half of", 4: "a quarter of", 10: "a tenth of"}
    for by, words in ratios.items():
        if old and new == by * old:
            return words
    for by, words in parts.items():
        if new and old == by * new:
            return words
    if old and new == -old:
        return "the negative of"
    return f"{_plain(abs(Fraction(new) - Fraction(old)))} {'more' if new > old else 'less'} than".strip()


def _plain(number: Fraction) -> str:
    """In few digits; "" where that would not be the number."""
    text = str(number) if number.denominator == 1 else f"{float(number):g}"
    return text if len(text) <= _DIGITS and Fraction(text) == number else ""


def _value(text: str) -> Number | None:
    text = text.removeprefix("$")  # An assembler's immediate.
    literal = _LITERAL.fullmatch(text)
    try:
        if literal:
            return int(literal["digits"].replace("_", ""), _BASES[literal["base"].lower()])
        if text.lower().startswith("0x"):
            return int(text, 16)
        return Fraction(text.replace("_", "")) if _DECIMAL.fullmatch(text) else None
    except ValueError:
        return None


def _name(hunk: LineChange, old: str, new: str, before: str, chance: Random) -> str:
    """A name that only this line has beside one that others have: a count, and no verdict."""
    if not (_NAME.fullmatch(old) and _NAME.fullmatch(new)) or len(re.findall(rf"\b{re.escape(old)}\b", before)) != 1:
        return ""
    lines = _where(before, new)
    return say(chance, _NAMED_ONCE, old=old, new=new, lines=lines) if lines else ""


def _where(code: str, name: str) -> str:
    return listed(
        [f"`{quotable(shortened(line.text, 90))}` (line {line.number})" for line in lines_with(code, name)], 2
    )


def _counted(before: str, after: str, chance: Random) -> str:
    """Brackets that balance now and did not."""
    for opening, closing in _CLOSING.items():
        opened, closed = before.count(opening), before.count(closing)
        if opened != closed and after.count(opening) == after.count(closing):
            facts = {"open": opening, "close": closing, "opened": opened, "closed": closed}
            return say(chance, _BRACKETS, now=after.count(opening), **facts)
    return ""

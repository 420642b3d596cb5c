"""Reported: the log of a failed attempt in sentences: its message, and what all of its messages have in common."""

import re
from random import Random

from resources.generation.diagnosis.phrases import listed, quotable, say
from resources.generation.diagnosis.reading import shortened
from resources.generation.diagnosis.symptom import FAILED, Symptom

_FIELD = re.compile(r"(?<![\w.])([A-Za-z_]\w*)=([\w.+-]+)")
_VALUES = re.compile(r"\bexpected (\S+) got (\S+)")
_FEWEST_IN_COMMON, _SHORT, _MOST_FIELDS = 3, 200, 2

_FIRST = (
    "`{stage}` [ends|stops|finishes|closes] [in|with] {label}[: the log has|, and its log reads|, saying|. It prints] "
    "`{message}`.",
    "[What I have|What came back|The result|What I got|The answer] is {label}[, from| from|, out of|, given by] "
    "`{stage}`[, with|, and|; the log:|, which prints] `{message}`.",
    "{label}[ in| from| at|, from|, in] `{stage}`[, where the log has|, which prints|, and the log reads|; it says|. I "
    "read] `{message}`.",
    "`{message}`[, says|, so|, in the words of|: that is|, from] `{stage}`[, and the label is| and the label|; label|, "
    "under] {label}.",
    "[The log of|From|The output of|In the log of|Out of] `{stage}`: `{message}`[. Label:|; the outcome is|, so|, "
    "which makes it|, hence] {label}.",
    "[I read|I have|I find|There is|I see] `{message}` [from|in the log of|in the output of] `{stage}`[, with the "
    "label|, under|, label|; it counts as] {label}.",
    "[Looking at|Reading|Starting from|Taking up] the log of `{stage}`[ ({label})|, label {label}|, which is {label}|; "
    "{label}]: `{message}`.",
)
_SILENT = (
    "`{stage}` [ends in|gives|returns|says] {label} and prints nothing [that I could go by|to go by|more|else].",
    "{label} [from|in|by] `{stage}`, [with an empty log|and no text with it|without a word of text|the log empty].",
)
_FIELDS = (
    "[Each|Every one|Every single one] of the {count} `{head}` lines [has|carries|is for|is with] {fields}.",
    "{fields}[ every time| throughout| in each|, line after line]: [that holds for|so it is with] all {count} `{head}` "
    "lines.",
    "{fields} [is common to|is alike in|is part of|belongs to] [all {count}|each of the {count}] `{head}` lines.",
    "[Comparing|Going through|Side by side,|Reading] the {count} `{head}` lines, {fields} [stays|does not change|is "
    "the same|never varies].",
)
_SAME_VALUES = (
    "[Each time|In all {count}|Every time|In each of the {count}], {expected} [is expected|was asked for|should "
    "come|is wanted] and {got} [came|is there|comes|is what there is].",
    "[The same pair|One pair|Just one pair|Always one pair] in all {count}[:| lines:|, that is] expected {expected}, "
    "got {got}.",
    "{got} [where|in place of what|instead of what] should be {expected}[, {count} times| in all {count}|: {count} "
    "times the same].",
)
_SAME_GOT = (
    "[Whatever is|No matter what is|Whichever value is] expected, got is {got} [each time|in all {count} of them|in "
    "all {count}|throughout].",
    "[It is always|Each of the {count} says|All {count} say|In all {count} it is] got {got}, [while what is expected "
    "varies|against several expected values|with different values expected].",
)
_SHARE = (
    "[Of {all} checks, {failed} fail|{failed} of {all} checks fail|Out of {all} checks {failed} fail|The count is "
    "{failed} failed checks of {all}][: so {most} hold| and {most} hold|; {most} hold|, {most} hold|].",
    "[By its count|In figures|In all|By the verdict|As a share], {failed} [out of|of|in] {all} checks [are "
    "wrong|fail|go wrong|do not hold].",
)
_ANOTHER = (
    "[Beside it|With it|Next to it|Apart from that|Besides] [stands|there is|I read|I find|I see] `{message}`.",
    "[It also says|The log adds|There is also|Also in the log:|Another message:|One more:] `{message}`.",
)


def reported(symptom: Symptom, told: str, chance: Random) -> tuple[list[str], list[str]]:
    """Sentences on the first message and all of its kind, and on another message. These stand behind all that is said
    of the first, or an "it" would be read as the other one. `told` is a message that is told elsewhere."""
    facts = {"stage": symptom.stage, "label": symptom.label}
    if not symptom.quoted:
        return ([] if symptom.first else [say(chance, _SILENT, **facts)]), []
    said = [say(chance, _FIRST, message=_short(symptom.quoted, _SHORT), **facts)]
    pattern = _pattern(symptom, chance)
    share = FAILED.search(symptom.observation.text)
    if pattern:
        said.append(pattern)
    if share and 0 < int(share[1]) < int(share[2]):
        failed, every = int(share[1]), int(share[2])
        return [*said, say(chance, _SHARE, failed=failed, all=every, most=every - failed)], []
    return said, ([] if pattern else _others(symptom, told, chance))


def _pattern(symptom: Symptom, chance: Random) -> str:
    """What every message of the first one's kind has; nothing is said of what was not printed, nor where the log has
    more lines that begin alike than were read."""
    texts = _of_one_kind(symptom)
    head, count = symptom.first.split(maxsplit=1)[0], len(texts)
    alike = [line for line in symptom.observation.text.splitlines() if line.split(maxsplit=1)[:1] == [head]]
    if count < _FEWEST_IN_COMMON or len(alike) != count:
        return ""
    common = [f"`{name}={value}`" for name, value in common_fields(symptom).items()]
    values = [match.groups() if (match := _VALUES.search(text)) else ("", "") for text in texts]
    expected, got = {one for one, _ in values}, {other for _, other in values}
    if common:
        told = listed(common[:_MOST_FIELDS], _MOST_FIELDS)
        return say(chance, _FIELDS, count=count, head=quotable(head), fields=told)
    if len(got) == 1 and "" not in got:
        variants = _SAME_VALUES if len(expected) == 1 else _SAME_GOT
        return say(chance, variants, count=count, expected=f"`{values[0][0]}`", got=f"`{values[0][1]}`")
    return ""


def common_fields(symptom: Symptom) -> dict[str, str]:
    """Fields (`mode=1`) that all messages of the first one's kind have alike, of three and more."""
    fields = [dict(_FIELD.findall(text)) for text in _of_one_kind(symptom)]
    if len(fields) < _FEWEST_IN_COMMON:
        return {}
    return {name: value for name, value in fields[0].items() if all(one.get(name) == value for one in fields)}


def _of_one_kind(symptom: Symptom) -> list[str]:
    kind = symptom.diagnostics[0].category if symptom.diagnostics else ""
    return [item.message for item in symptom.diagnostics if item.category == kind]


def _others(symptom: Symptom, told: str, chance: Random) -> list[str]:
    """The next message of the log; one that only repeats the first in other numbers says no more."""
    texts = (symptom.as_logged(text) for text in symptom.messages[1:] if text != told and not _goes_on(text))
    others = [text for text in texts if text and text[:40] != symptom.quoted[:40]]
    return [say(chance, _ANOTHER, message=_short(others[0], 140))] if others else []


def _goes_on(message: str) -> bool:
    """Whether it is the second line of pytest's message about an assertion, which repeats the first in other words."""
    return message.startswith("assert ")


def _short(text: str, limit: int) -> str:
    return quotable(shortened(text, limit))

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
    "`{stage}` [ends in|answers|gives|returns] {label}: `{message}`.",
    "[What I have|What came back|The result] is {label}, [from|out of] `{stage}`, [with|and] `{message}`.",
    "{label} [in|from|at] `{stage}`, [where the log has|which prints|and the log reads] `{message}`.",
    "`{message}`[, says `{stage}`|: so `{stage}`|, in `{stage}`][, and the label is|; label|. That is] {label}.",
    "[The log of|From|The output of] `{stage}`: `{message}`[. Label:|; the outcome is|, so] {label}.",
    "[I read|I have] `{message}` [from|in the log of] `{stage}`, [with the label|under] {label}.",
)
_SILENT = (
    "`{stage}` [ends in|gives] {label} and prints nothing [that I could go by|to go by|].",
    "{label} [from|in] `{stage}`, [with an empty log|and no text with it].",
)
_FIELDS = (
    "[Each|Every one] of the {count} lines [printed|in the log] [has|carries|is for] {fields}.",
    "{fields} [in each|every time|throughout]: [that holds for all|I find it in all] {count} of them.",
    "[What the {count} messages share|Common to all {count}] is {fields}.",
)
_SAME_VALUES = (
    "[Each time|In all {count}], {expected} [is expected and|was asked for and] {got} [came|is there].",
    "[The same pair|One pair] in all {count}: expected {expected}, got {got}.",
)
_SAME_GOT = (
    "[Whatever is|No matter what is] expected, got is {got} [each time|in all {count} of them].",
    "[It is always|Each of the {count} says] got {got}, [while what is expected varies|"
    "against several expected values].",
)
_SHARE = (
    "[Of {all} checks, {failed} fail|{failed} of {all} checks fail][: so {most} hold| and {most} hold|].",
    "[By its count|In figures], {failed} [out of|of] {all} checks [are wrong|fail].",
)
_OTHERS = (
    "[Beside it|With it|Next to it] [stands|there is|I read] `{message}`[, and {rest} more|].",
    "[It also says|The log adds|There is also] `{message}`[ (and {rest} more)|].",
)
_ANOTHER = (
    "[Beside it|With it|Next to it] [stands|there is|I read] `{message}`.",
    "[It also says|The log adds|There is also] `{message}`.",
)


def reported(symptom: Symptom, chance: Random) -> list[str]:
    """Sentences, the message first."""
    facts = {"stage": symptom.stage, "label": symptom.label}
    if not symptom.first:
        return [say(chance, _SILENT, **facts)]
    said = [say(chance, _FIRST, message=_short(symptom.first, _SHORT), **facts)]
    pattern = _pattern(symptom, chance)
    share = FAILED.search(symptom.observation.text)
    if pattern:
        said.append(pattern)
    if share and 0 < int(share[1]) < int(share[2]):
        failed, every = int(share[1]), int(share[2])
        said.append(say(chance, _SHARE, failed=failed, all=every, most=every - failed))
    elif not pattern:
        said += _others(symptom, chance)
    return said


def _pattern(symptom: Symptom, chance: Random) -> str:
    """What every message of the first one's kind has; nothing is said of what was not printed."""
    texts = _of_one_kind(symptom)
    if len(texts) < _FEWEST_IN_COMMON:
        return ""
    common = [f"`{name}={value}`" for name, value in common_fields(symptom).items()]
    values = [match.groups() if (match := _VALUES.search(text)) else ("", "") for text in texts]
    expected, got = {one for one, _ in values}, {other for _, other in values}
    count = len(texts)
    if common:
        return say(chance, _FIELDS, count=count, fields=listed(common[:_MOST_FIELDS], _MOST_FIELDS))
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


def _others(symptom: Symptom, chance: Random) -> list[str]:
    """Another message of the log; one that only repeats the first in other numbers says no more."""
    others = [text for text in symptom.messages[1:] if text[:40] != symptom.first[:40]]
    if not others:
        return []
    variants = _OTHERS if len(others) > 1 else _ANOTHER
    return [say(chance, variants, message=_short(chance.choice(others), 140), rest=len(others) - 1)]


def _short(text: str, limit: int) -> str:
    return quotable(shortened(text, limit))

"""The form of a real log, by label: what a simulated observation says where nothing was computed of the failure.

A form is a domain's commonest log of a label with all that differs from log to log taken out: numbers, and words that
not nearly all logs of the label share, are `unknown`. So no number, name, line or class is printed that nobody
computed, and nothing of another task or domain can show. What is computed (`domain_diagnostics`) is printed as it is.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import TurnExample
from resources.world_model.rendering import RenderSettings, digest

UNKNOWN = "unknown"
FORMS_FILE = "icwm/log_forms.json"
SHARED_BY = 0.97
"""A word stays if at least this share of a label's logs have it: then the label alone is reason to say it."""
LEAST_TASKS = 3
"""With fewer tasks nothing tells a tool's word from a task's."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[\w$]+|\s+|.")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_GAPS = re.compile(rf"{UNKNOWN}(?:[\s,.:;/+\-'\"\[\](){{}}<>=*^~]*{UNKNOWN})+")


@dataclass(frozen=True)
class LogForm:
    """`stage` is the label's commonest; `text` its log's form, "" where tasks have nothing in common."""

    stage: str
    text: str
    tasks: int

    def observation(self, outcome: Outcome) -> Observation:
        return Observation(outcome, self.stage, self.text.encode())


@dataclass(frozen=True)
class LogForms:
    """By domain name and label."""

    forms: Mapping[str, Mapping[Outcome, LogForm]]

    def observation(self, domain: str, outcome: Outcome) -> Observation:
        """What can be said where only the label is known: no numbers, and of a PASS no text. Nothing but the label
        where the domain's training had none such."""
        form = self.forms.get(domain, {}).get(outcome)
        return Observation(outcome, stage="") if form is None else form.observation(outcome)


def fit_log_forms(examples: Iterable[TurnExample]) -> LogForms:
    """From executed turns; deterministic for any order."""
    groups: dict[tuple[str, Outcome], list[TurnExample]] = defaultdict(list)
    for example in examples:
        groups[example.query.domain.name, example.observation.outcome].append(example)
    forms: dict[str, dict[Outcome, LogForm]] = defaultdict(dict)
    for (domain, outcome), own in sorted(groups.items()):
        forms[domain][outcome] = fit_form(own)
    return LogForms(dict(forms))


def fit_form(examples: Sequence[TurnExample]) -> LogForm:
    """Of turns of one domain and label."""
    kept = [digest(item.observation, item.query.domain.output_template, RenderSettings()) for item in examples]
    stage = _commonest(Counter(observation.stage for observation in kept))
    logs: dict[str, set[str]] = defaultdict(set)
    for item, observation in zip(examples, kept, strict=True):
        if observation.stage == stage:
            logs[item.query.bundle.seed_id].add(observation.text)
    if len(logs) < LEAST_TASKS:
        return LogForm(stage, "", len(logs))
    texts = [text for own in logs.values() for text in own]
    spread = Counter(word for text in texts for word in {*_WORD.findall(text)})
    shared = {word for word, count in spread.items() if count >= SHARED_BY * len(texts)}
    forms = Counter(form for own in logs.values() for form in {masked(text, shared) for text in own})
    return LogForm(stage, _commonest(forms), len(logs))


def masked(text: str, shared: set[str]) -> str:
    """The first line that says something, without what differs from task to task."""
    lines = (_GAPS.sub(UNKNOWN, "".join(_masked_tokens(line, shared))).strip() for line in text.splitlines())
    return next((line for line in lines if any(word in shared for word in _WORD.findall(line))), "")


def _masked_tokens(line: str, shared: set[str]) -> Iterable[str]:
    for token in _TOKEN.findall(line):
        is_text = token.isspace() or not any(char.isalnum() for char in token)
        yield token if is_text or token in shared else UNKNOWN


def _commonest(counts: Counter[str]) -> str:
    """The first by text of equals; "" of none."""
    return min(counts, key=lambda text: (-counts[text], text), default="")


def with_parents_forms(own: LogForms, parent: LogForms) -> LogForms:
    """Of each domain and label whichever more tasks had."""
    domains = {*own.forms, *parent.forms}
    return LogForms({name: _wider(own.forms.get(name, {}), parent.forms.get(name, {})) for name in sorted(domains)})


def _wider(own: Mapping[Outcome, LogForm], parent: Mapping[Outcome, LogForm]) -> dict[Outcome, LogForm]:
    both = [outcome for outcome in Outcome if outcome in own or outcome in parent]
    return {
        outcome: max((forms[outcome] for forms in (own, parent) if outcome in forms), key=lambda form: form.tasks)
        for outcome in both
    }


def save_log_forms(forms: LogForms, directory: Path) -> None:
    (directory / FORMS_FILE).parent.mkdir(exist_ok=True)
    content = {
        domain: {outcome.value: asdict(form) for outcome, form in own.items()} for domain, own in forms.forms.items()
    }
    (directory / FORMS_FILE).write_text(json.dumps(content, indent=1, sort_keys=True), encoding="utf-8")


def load_log_forms(directory: Path) -> LogForms:
    """A checkpoint of before forms were kept has none, and says of a failure no more than its label."""
    file = directory / FORMS_FILE
    if not file.is_file():
        return LogForms({})
    content = json.loads(file.read_text(encoding="utf-8"))
    return LogForms(
        {domain: {Outcome(label): LogForm(**form) for label, form in own.items()} for domain, own in content.items()}
    )

"""Query → prompt, Observation → target text, and a generated target back into an Observation.

Pure text: no tokenizer, no model. Order matters: domain and interface first (shared by a bundle's
queries, so that a server can cache the prefix), the difference in the middle (where tokens are dropped
when a prompt is too long), checks and hint last, next to the answer.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from resources.domains.output_template import OutputTemplate, Part
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model import markup
from resources.world_model.model import Query
from resources.world_model.neighbours import Hunk, hunks, nearest

RENDERING_VERSION = 2
"""Goes into every checkpoint, which refuses to predict under another; the golden test pins the text."""


class UnreadableTargetError(ValueError):
    """A target text without a label."""


@dataclass(frozen=True)
class RenderSettings:
    """Caps in characters (interface, lines, difference) and counts (checks, hinted labels)."""

    interface_chars: int = 120
    line_chars: int = 120
    difference_chars: int = 800
    checks: int = 8
    hinted: int = 3
    stage_chars: int = 40


@dataclass(frozen=True)
class Evidence:
    """What the hybrid mode adds to a prompt: cheap checks worth showing, and the hint's probabilities.

    `is_followed` is False where the hint lacks what it goes by most of all that interpreting a candidate shows.
    """

    checks: Mapping[str, float]
    hint: Mapping[Outcome, float]
    is_followed: bool = True


def render_prompt(query: Query, settings: RenderSettings, evidence: Evidence | None = None) -> str:
    """The whole prompt up to and with the answer token. Without evidence it is the pure mode's."""
    head = markup.domain_token(query.domain.name) + (markup.PURE if evidence is None else markup.HYBRID)
    tail = "" if evidence is None else render_checks(evidence, settings) + render_hint(evidence, settings)
    return head + render_interface(query, settings) + render_difference(query, settings) + tail + markup.ANSWER


def render_interface(query: Query, settings: RenderSettings) -> str:
    interface = " ".join(query.bundle.interface.split())
    return markup.INTERFACE + markup.escape(cut_middle(interface, settings.interface_chars))


def render_difference(query: Query, settings: RenderSettings) -> str:
    """The neighbour's outcome and the difference to it; the whole code where nothing was executed."""
    found = nearest(query.candidate.code, query.executed)
    if found is None:
        text = cut_middle(query.candidate.code, settings.difference_chars)
        return markup.NEIGHBOUR + markup.NO_NEIGHBOUR + markup.DIFFERENCE + markup.escape(text)
    text = "\n".join(render_hunk(hunk, settings) for hunk in hunks(found.candidate.code, query.candidate.code))
    return (
        markup.NEIGHBOUR
        + markup.neighbour_token(found.observation.outcome)
        + markup.DIFFERENCE
        + markup.escape(cut_middle(text, settings.difference_chars))
    )


def render_hunk(hunk: Hunk, settings: RenderSettings) -> str:
    """A unified hunk, headed by its line in the candidate (diagnostics name it) and the enclosing line.

    Lines are stripped: indentation says little.
    """
    marked = [
        f"@{hunk.start + 1} {hunk.enclosing}".rstrip(),
        *(f" {line.strip()}" for line in hunk.before if line.strip() and line.strip() != hunk.enclosing),
        *(f"-{line.strip()}" for line in hunk.removed),
        *(f"+{line.strip()}" for line in hunk.added),
        *(f" {line.strip()}" for line in hunk.after if line.strip()),
    ]
    return "\n".join(cut_middle(line, settings.line_chars) for line in marked)


def render_checks(evidence: Evidence, settings: RenderSettings) -> str:
    shown = [(name, value) for name, value in evidence.checks.items() if value][: settings.checks]
    return markup.CHECKS + " ".join(markup.escape(f"{name}={number(value)}") for name, value in shown)


def render_hint(evidence: Evidence, settings: RenderSettings) -> str:
    """The likeliest labels, likeliest first, each with a coarse level of its probability."""
    ranked = sorted(evidence.hint.items(), key=lambda item: (-item[1], item[0].value))
    shown = [item for item in ranked[: settings.hinted] if item[1] >= markup.HINT_LEVELS[0]]
    return markup.HINT + "".join(markup.hint_token(outcome) + markup.level_token(share) for outcome, share in shown)


def cut_middle(text: str, limit: int) -> str:
    """At most `limit` characters: the beginning and the end, with an ellipsis between."""
    if len(text) <= limit:
        return text
    kept = limit - 1
    return text[: kept - kept // 2] + "…" + text[len(text) - kept // 2 :]


def number(value: float) -> str:
    return f"{value:.3g}"


def digest(observation: Observation, template: OutputTemplate, settings: RenderSettings) -> Observation:
    """What a target keeps of an observation: this is what a prediction is compared with.

    Log lines beyond the template's caps, times, stage reports and the toolchain are dropped; numbers
    are rounded to three figures and non-finite ones dropped. `digest(digest(o)) == digest(o)`.
    """
    parts = template.parts[observation.outcome]
    return Observation(
        outcome=observation.outcome,
        stage=markup.clean(observation.stage)[: settings.stage_chars] if Part.STAGE in parts else "",
        log=first_lines(observation.text, template).encode() if Part.DIAGNOSTIC in parts else b"",
        metrics=kept_numbers(observation.metrics, template) if Part.NUMBERS in parts else {},
    )


def first_lines(text: str, template: OutputTemplate) -> str:
    """The first lines that are not blank and not passed over, without white space at their ends."""
    text = template.shortened(text) if template.shortened else text
    passed_over = template.passed_over.match if template.passed_over else lambda line: None
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and not passed_over(line)]
    return "\n".join(lines[: template.diagnostic_lines])[: template.diagnostic_chars].rstrip()


def kept_numbers(metrics: Mapping[str, float], template: OutputTemplate) -> dict[str, float]:
    names = template.numbers or tuple(sorted(metrics))
    rounded = {name: float(number(metrics[name])) for name in names if name in metrics}
    finite = {name: value for name, value in rounded.items() if math.isfinite(value)}
    return dict(list(finite.items())[: template.max_numbers])


def render_target(query: Query, observation: Observation, settings: RenderSettings) -> str:
    """Label first, then the template's parts, then the end token."""
    template = query.domain.output_template
    kept = digest(observation, template, settings)
    written = {
        Part.STAGE: markup.escape(kept.stage),
        Part.DIAGNOSTIC: markup.escape(kept.text),
        Part.NUMBERS: " ".join(
            f"{quote(name, errors='replace')}={number(value)}" for name, value in kept.metrics.items()
        ),
    }
    parts = "".join(markup.part_token(part) + written[part] for part in template.parts[kept.outcome])
    return markup.label_token(kept.outcome) + parts + markup.END


def parse_target(text: str) -> Observation:
    """The observation a target states; total but for a missing label, which raises UnreadableTargetError.

    A model may write rubbish after its label: unknown parts are skipped, and so are numbers that are
    none. Text after the end token is ignored.
    """
    text = text.split(markup.END, 1)[0]
    tokens = list(markup.SPECIAL.finditer(text))
    labels = {markup.label_token(outcome): outcome for outcome in Outcome}
    if not tokens or tokens[0].group() not in labels:
        raise UnreadableTargetError(f"no label at the beginning of {text[:60]!r}")
    ends = [token.start() for token in tokens[1:]] + [len(text)]
    fields = {token.group(): markup.unescape(text[token.end() : end]) for token, end in zip(tokens, ends, strict=True)}
    return Observation(
        outcome=labels[tokens[0].group()],
        stage=fields.get(markup.part_token(Part.STAGE), ""),
        log=fields.get(markup.part_token(Part.DIAGNOSTIC), "").encode("utf-8", "replace"),
        metrics=parse_numbers(fields.get(markup.part_token(Part.NUMBERS), "")),
    )


def parse_numbers(text: str) -> dict[str, float]:
    found = {}
    for item in text.split():
        name, _, value = item.rpartition("=")
        try:
            parsed = float(value)
        except ValueError:
            continue
        if math.isfinite(parsed):
            found[unquote(name, errors="replace")] = parsed
    return found

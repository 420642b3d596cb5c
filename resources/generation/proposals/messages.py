"""The messages that ask for a proposal, and those that give it back with the reason. Rendering alone.

Titles of other tasks and what tools printed are quoted as data. The version is a hash over all that is always said.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from string import Template

from resources.domains.domain import Domain
from resources.domains.proposals import ProposalForm
from resources.generation.prompting.messages import Message
from resources.generation.prompting.quoting import fenced, neutralised, quoted_log

FOLDER = Path(__file__).parent / "templates"
_EVIDENCE_CHARACTERS = 3000
_NO_ANSWER = "(no answer)"
"""In an empty answer's place: some servers refuse a conversation that holds an empty message."""


@dataclass(frozen=True)
class Ask:
    """What a proposal is asked for: its number, topic and tier (1 to 5), and titles of tasks that there are."""

    number: int
    topic: str
    tier: int
    told: tuple[str, ...]


@dataclass(frozen=True)
class Returned:
    """An answer that goes back: its text ("" where there was none), why, and what tools said ("" where none did)."""

    reply: str
    reason: str
    log: str = ""


def proposal_messages(
    domain: Domain, form: ProposalForm, ask: Ask, returned: Returned | None = None
) -> tuple[Message, ...]:
    """With `returned` the second time that is asked."""
    opening = (Message("system", _system(domain, form)), Message("user", _filled("ask", **_asked(form, ask))))
    if returned is None:
        return opening
    evidence = quoted_log(returned.log, _EVIDENCE_CHARACTERS) if returned.log.strip() else ""
    said = _filled("return", reason=neutralised(returned.reason), evidence=evidence)
    reply = neutralised(returned.reply)
    return (*opening, Message("assistant", reply if reply.strip() else _NO_ANSWER), Message("user", said))


def proposal_version(domain: Domain, form: ProposalForm) -> str:
    """12 hexadecimal digits that change with what every proposal of the domain is told."""
    texts = [path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))]
    parts = [_system(domain, form), *texts, *form.topics, *form.tiers]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def _system(domain: Domain, form: ProposalForm) -> str:
    sections = "\n".join(f"- `{name}`: {meaning}." for name, meaning in form.sections.items())
    return _filled("system", title=domain.title, sections=sections)


def _asked(form: ProposalForm, ask: Ask) -> dict[str, str]:
    told = fenced("text", "\n".join(ask.told)) if ask.told else "(none)"
    return {"topic": ask.topic, "tier": form.tiers[ask.tier - 1], "number": str(ask.number + 1), "told": told}


def _filled(name: str, **values: str) -> str:
    return Template((FOLDER / f"{name}.md").read_text("utf-8").strip()).substitute(values)

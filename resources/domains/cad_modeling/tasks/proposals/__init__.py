"""Parts that models propose: a title, a prompt with all dimensions, and a CadQuery script. There are no tests.

The reference is what an answer is compared with, so solvers who agree with each other and not with it show it wrong.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.language.source import result_line
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, interface
from resources.domains.families import MadeTask
from resources.domains.proposals import ProposalForm, UnreadableProposal, require_sizes
from resources.domains.toolkit.source_tree import tier_of_size, words_of
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.reader.contract import ReaderDied

TOPICS = (
    "a bracket or angle plate",
    "a mounting plate with a pattern of holes",
    "a flange or hub",
    "a stepped shaft or pin",
    "a bushing, ring or spacer",
    "a housing or box with walls",
    "a cover or lid",
    "a clamp or holder",
    "a lever, crank or link",
    "a wheel, pulley or sprocket blank",
    "a pipe fitting or elbow",
    "a manifold block with crossing bores",
    "a heat sink or finned body",
    "a slide, rail or dovetail",
    "a knob, handle or grip",
    "a nozzle, funnel or cone",
    "a hook or hanger",
    "a tool tray or rack",
    "a bearing block or pillow block",
    "a fixture or jig",
)
TIERS = (
    "easy: one or two features",
    "three or four features",
    "five or six features, some of them in a pattern",
    "hard: seven to nine features that depend on each other's dimensions",
    "very hard: ten features and more, with revolved, swept or lofted bodies",
)
SECTIONS = {
    "title": "the part in at most eight words, on one line",
    "prompt": "the part for somebody who sees no drawing: one solid, every dimension in millimetres as a number, and "
    "the place and direction of every feature by coordinates and axes (X, Y, Z), so that position and orientation are "
    "fixed, too. Nothing is left open. It is prose without code and without a fenced block",
    "reference": f"a CadQuery 2 script `{CANDIDATE_FILE}` that imports cadquery and math alone and leaves the one "
    "solid in the variable `result`; it reads and writes nothing",
}
MOST_CHARACTERS = {"title": 100, "prompt": 8_000, "reference": 20_000}
_AXES = re.compile(r"\b(?:[xyz]|xy|yz|xz)\b", re.IGNORECASE)
_SETTINGS = {"solids": "1", "assembly": "no", "tolerance": "dimensioned", "wall": "0"}
_COMPARED = (Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH)
_NAME_CHARACTERS = 40


class PartProposals(ProposalForm):
    """See the protocol."""

    topics, tiers, sections, least_tests = TOPICS, TIERS, SECTIONS, 0

    def read(self, sections: Mapping[str, str]) -> MadeTask:
        require_sizes(sections, MOST_CHARACTERS)
        title, prompt, reference = sections["title"].strip(), sections["prompt"].strip(), sections["reference"]
        if "```" in prompt:
            raise UnreadableProposal("its prompt has a fenced block; it has to tell the part in words")
        if not re.search(r"\d", prompt) or not _AXES.search(prompt):
            raise UnreadableProposal("its prompt gives no dimensions or no axes")
        try:
            _demand_script(reference)
        except ReaderDied as death:
            raise UnreadableProposal(f"its script cannot be read: {death}") from None
        return MadeTask(
            title=title,
            prompt=f"{prompt}\n",
            interface=interface(1, assembly=False),
            candidate_file=CANDIDATE_FILE,
            reference=reference,
            tier=tier_of_size(reference),
            tags=words_of(title),
            settings=_SETTINGS,
            limits=LIMITS,
        )

    def name(self, task: MadeTask) -> str:
        return re.sub(r"[^a-z0-9]+", "_", task.title.lower()).strip("_")[:_NAME_CHARACTERS] or "part"

    def runs(self, observation: Observation) -> bool:
        return observation.outcome in _COMPARED

    def tests(self, bundle: EnvironmentBundle, observation: Observation) -> Mapping[str, bool]:
        return {}

    def beside(self, bundle: EnvironmentBundle, oracle: str, program: str) -> EnvironmentBundle:
        return replace(bundle, reference=oracle)


FORM = PartProposals()


def _demand_script(reference: str) -> None:
    """Raises UnreadableProposal."""
    if not result_line(reference):
        raise UnreadableProposal("its script is no Python, or never sets `result`")
    if findings := reject(reference):
        raise UnreadableProposal(f"line {findings[0].line} of its script has {findings[0].what}, which is forbidden")

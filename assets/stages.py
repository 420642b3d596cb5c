"""The pipeline's stages as the groups of the asset graph, and what a materialisation asks of the machine.

Names begin with a number, since Dagster lists groups by name: the list then tells the story in order. No
stage reads a later one, so Lineage draws them in that order too: what is read in the next round stands where it is
read.
"""

from enum import StrEnum


class Stage(StrEnum):
    """The group that an asset stands in."""

    TASKS = "1_tasks"
    """What is asked: seeds, and bundles that certify."""
    REAL_EXECUTION = "2_real_execution"
    """What the real tools said: trajectories, turns, and what later stages had them say for the next round."""
    WORLD_MODEL = "3_world_model"
    """The model that predicts it: checkpoints, which one answers, how far it is believed."""
    AMPLIFICATION = "4_amplification"
    """The model put to work: in the tools' place, in search of rare labels; and the audits that gate it."""
    CORPUS = "5_corpus"
    """What is trained on: reasoning, conversations, the forms that trainers read."""
    THINKING_MODEL = "6_thinking_model"
    """A base, fine-tuned on the corpus: it may write the next round's trajectories."""
    EXAM = "7_exam"
    """What a model trained on it is worth, by the field's metrics."""
    REPORTS = "8_reports"
    """Figures over all domains, and the DuckDB file with every table."""


class Work(StrEnum):
    """What materialising an asset does, and so what it takes."""

    READS = "reads-tables"
    """Seconds."""
    EXECUTES = "runs-real-tools"
    """Minutes, on as many cores as the home's workers; more with a larger profile."""
    WRITES = "asks-generators"
    """As long as its generators take; an endpoint costs what its answers cost."""
    TRAINS = "trains-or-measures-a-model"
    """What the profile allows, on all cores or a GPU."""
    FED = "written-by-another-asset"
    """Nothing: an audit, a round of scenarios or a sitting adds its rows."""


WORK_TAG = "work"


def work(kind: Work) -> dict[str, str]:
    """The tag that a user of the catalog sees and filters by."""
    return {WORK_TAG: kind.value}

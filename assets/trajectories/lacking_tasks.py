"""Which tasks hold what the corpus lacks: those of the topics and tiers that lead the mart `corpus_gaps`.

The mart is downstream of the corpus, and so of trajectories: the loop is cut in time, and the last commit counts. A
home in which nobody sat an exam of its training split has no gaps.
"""

from assets.seeds.schema import TASK_SEEDS
from resources.storage.lake import WHOLE, Lake

CORPUS_GAPS = "corpus_gaps"
LEADING = 3
"""Of each kind, as many of the largest gaps count."""


def lacking_tasks(store: Lake, domain: str) -> frozenset[str]:
    """Seed ids."""
    if store.manifest(CORPUS_GAPS, WHOLE) is None:
        return frozenset()
    gaps = [
        row
        for row in store.read(CORPUS_GAPS, WHOLE).to_dicts()
        if row["domain"] == domain and row["place"] <= LEADING and row["lack"] > 0
    ]
    topics = {row["value"] for row in gaps if row["kind"] == "topic"}
    tiers = {row["value"] for row in gaps if row["kind"] == "tier"}
    seeds = store.read(TASK_SEEDS.name, domain).select("seed_id", "tier", "tags").to_dicts()
    return frozenset(
        seed["seed_id"] for seed in seeds if str(seed["tier"]) in tiers or topics.intersection(seed["tags"] or ())
    )

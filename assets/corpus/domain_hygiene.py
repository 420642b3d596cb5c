"""The hygiene of one domain of a home: its seeds, the user's held-out texts, and fingerprints that are kept."""

from assets.bundles.build import bundle_from_seed
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.fingerprint_store import FingerprintStore
from assets.corpus.fingerprints import Fingerprints
from assets.corpus.hygiene import Hygiene, held_out_texts
from assets.home import Home
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from resources.domains.domain import Domain
from resources.storage.lake import Lake


def domain_hygiene(store: Lake, domain: Domain, home: Home) -> Hygiene:
    """Raises TableNotWritten before the first `task_seeds`, EnvironmentFailure where fingerprints need a tool."""
    seeds = store.arrow(TASK_SEEDS.name, [domain.name]).to_pylist()
    bundles = {seed["seed_id"]: bundle_from_seed(seed_from_row(seed)) for seed in seeds}
    if store.manifest(ENVIRONMENT_BUNDLES.name, domain.name):
        bundles |= {bundle.seed_id: bundle for bundle in certified_bundles(store, domain.name)}
    take = Fingerprints(domain, bundles, FingerprintStore(home.fingerprints), "hygiene")
    return Hygiene(domain.language, seeds, held_out_texts(home.held_out, domain.language), take)

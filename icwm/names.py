"""What `import icwm` offers, imported: the classes of the calls, of their answers and of their errors."""

from assets.bundles.certification import Certificate
from assets.home import HomeUnusable
from assets.profile import ProfileNotFound
from assets.publication.published_rows import NothingToPublish
from assets.seeds.purposes import Purpose
from assets.world_model.checkpoints import NoCheckpoint
from icwm.campaign import CampaignEnded
from icwm.engine import Engine
from icwm.results import Imported
from orchestration.bundle_lookup import BundleNotFound
from orchestration.run_graph import RunResult, StageResult
from orchestration.run_lock import HomeInUse
from resources.domains.importing import ImportSourceError
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Prediction

__all__ = [
    "BundleNotFound",
    "CampaignEnded",
    "Certificate",
    "Engine",
    "EnvironmentBundle",
    "EnvironmentFailure",
    "HomeInUse",
    "HomeUnusable",
    "ImportSourceError",
    "Imported",
    "NoCheckpoint",
    "NothingToPublish",
    "Observation",
    "Outcome",
    "Prediction",
    "ProfileNotFound",
    "Purpose",
    "RunResult",
    "StageResult",
]

"""The table `environment_bundles`: one row for each bundle, certified or not, with the reason."""

from typing import Any

import pyarrow as pa

from assets.bundles.certification import Certificate
from resources.domains.seed import TaskSeed
from resources.execution.backend import Toolchain
from resources.execution.bundle import EnvironmentBundle
from resources.storage.schema import TableSchema

VERDICT_FIELDS = (
    pa.field("certified", pa.bool_(), nullable=False),
    pa.field("reason", pa.string(), nullable=False),
    pa.field("weak", pa.bool_(), nullable=False),
    pa.field("mutation_score", pa.float64()),
    pa.field("mutants", pa.int32(), nullable=False),
    pa.field("mutants_killed", pa.int32(), nullable=False),
    pa.field("survivors", pa.list_(pa.string())),
    pa.field("cheats", pa.int32(), nullable=False),
    pa.field("cheats_caught", pa.int32(), nullable=False),
)
"""What a table says of each task that was certified or refused."""
VERDICT_COLUMNS = {
    "weak": "fewer than half of the telling mutants fail its bench",
    "mutation_score": "share of mutants beyond mere syntax that fail",
    "mutants": "how many were run, those of mere syntax among them",
    "mutants_killed": "of these, those that fail",
    "survivors": "mutants that pass although they should fail",
    "cheats": "candidates that try to pass without doing the task",
    "cheats_caught": "of these, those that fail",
}
"""Their meanings, but for `reason`, which each table puts in words of its own."""

ENVIRONMENT_BUNDLES = TableSchema(
    "environment_bundles",
    pa.schema(
        [
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("tier", pa.int32(), nullable=False),
            *VERDICT_FIELDS,
            pa.field("reference_log", pa.string(), nullable=False),
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("toolchain_versions", pa.map_(pa.string(), pa.string())),
            pa.field("certification", pa.string(), nullable=False),
            pa.field("source", pa.string(), nullable=False),
            pa.field("commit", pa.string(), nullable=False),
            pa.field("licence", pa.string(), nullable=False),
            pa.field("path", pa.string(), nullable=False),
            pa.field("url", pa.string(), nullable=False),
            pa.field("canonical", pa.string(), nullable=False),
        ]
    ),
    ("bundle_hash",),
    "Execution contexts named by the hash of their content, with the verdict of certification",
    {
        "bundle_hash": "SHA-256 of `canonical`",
        "reason": "why the bundle is not used; empty where certified",
        **VERDICT_COLUMNS,
        "reference_log": "what the environment said about the reference",
        "toolchain": "fingerprint under which it was certified",
        "certification": "version of the procedure and its dial",
        "canonical": "the bundle itself, as canonical JSON",
    },
)


def bundle_row(
    seed: TaskSeed, bundle: EnvironmentBundle, certificate: Certificate, toolchain: Toolchain, certification: str
) -> dict[str, Any]:
    origin = seed.origin
    return {
        "bundle_hash": bundle.hash,
        "domain": bundle.domain,
        "seed_id": seed.seed_id,
        "tier": seed.tier,
        **verdict(certificate),
        "reference_log": certificate.reference_log,
        "toolchain": toolchain.fingerprint,
        "toolchain_versions": sorted(toolchain.versions.items()),
        "certification": certification,
        "source": origin.source,
        "commit": origin.commit,
        "licence": origin.licence,
        "path": origin.path,
        "url": origin.url,
        "canonical": bundle.canonical(),
    }


def verdict(certificate: Certificate) -> dict[str, Any]:
    """The values of VERDICT_FIELDS."""
    return {
        "certified": certificate.certified,
        "reason": certificate.reason,
        "weak": certificate.weak,
        "mutation_score": certificate.mutation_score,
        "mutants": certificate.mutants,
        "mutants_killed": certificate.mutants_killed,
        "survivors": list(certificate.survivors),
        "cheats": certificate.cheats,
        "cheats_caught": certificate.cheats_caught,
    }

"""The table `made_task_certification`: one row for each made task that was certified, whatever came of it."""

from typing import Any

import pyarrow as pa

from assets.bundles.certification import Certificate
from resources.domains.families import made_name
from resources.domains.seed import TaskSeed
from resources.execution.backend import Toolchain
from resources.storage.schema import TableSchema

MADE_TASK_CERTIFICATION = TableSchema(
    "made_task_certification",
    pa.schema(
        [
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("family", pa.string(), nullable=False),
            pa.field("number", pa.int64(), nullable=False),
            pa.field("commit", pa.string(), nullable=False),
            pa.field("bundle_hash", pa.string(), nullable=False),
            pa.field("tier", pa.int32(), nullable=False),
            pa.field("certified", pa.bool_(), nullable=False),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("weak", pa.bool_(), nullable=False),
            pa.field("mutation_score", pa.float64()),
            pa.field("mutants", pa.int32(), nullable=False),
            pa.field("mutants_killed", pa.int32(), nullable=False),
            pa.field("survivors", pa.list_(pa.string())),
            pa.field("cheats", pa.int32(), nullable=False),
            pa.field("cheats_caught", pa.int32(), nullable=False),
            pa.field("executions", pa.int32(), nullable=False),
            pa.field("seconds", pa.float64(), nullable=False),
            pa.field("toolchain", pa.string(), nullable=False),
            pa.field("certification", pa.string(), nullable=False),
        ]
    ),
    ("seed_id",),
    "Tasks of families that `icwm families certify` has certified, or refused with the reason",
    {
        "family": "the family that made the task",
        "number": "which of the family's tasks it is; from 1,000,000 on for evaluation",
        "commit": "the family and its version",
        "reason": "why the task is not used; empty where certified",
        "weak": "fewer than half of the telling mutants fail its bench",
        "mutation_score": "share of mutants beyond mere syntax that fail",
        "mutants": "how many were run, those of mere syntax among them",
        "mutants_killed": "of these, those that fail",
        "survivors": "mutants that pass although they should fail",
        "cheats": "candidates that try to pass without doing the task",
        "cheats_caught": "of these, those that fail",
        "executions": "candidates that certification ran: reference, empty answer, cheats, mutants",
        "seconds": "what these executions took together, each as long as when it was run first",
        "certification": "version of the procedure and its dial",
    },
)


def certification_row(
    seed: TaskSeed,
    bundle_hash: str,
    certificate: Certificate,
    toolchain: Toolchain,
    certification: str,
    executions: int,
    seconds: float,
) -> dict[str, Any]:
    name = made_name(seed.seed_id)
    if name is None:
        raise ValueError(f"{seed.seed_id} is no made task")
    return {
        "seed_id": seed.seed_id,
        "domain": seed.domain,
        "family": name.family,
        "number": name.number,
        "commit": seed.origin.commit,
        "bundle_hash": bundle_hash,
        "tier": seed.tier,
        "certified": certificate.certified,
        "reason": certificate.reason,
        "weak": certificate.weak,
        "mutation_score": certificate.mutation_score,
        "mutants": certificate.mutants,
        "mutants_killed": certificate.mutants_killed,
        "survivors": list(certificate.survivors),
        "cheats": certificate.cheats,
        "cheats_caught": certificate.cheats_caught,
        "executions": executions,
        "seconds": seconds,
        "toolchain": toolchain.fingerprint,
        "certification": certification,
    }

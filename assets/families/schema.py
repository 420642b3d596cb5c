"""The table `made_task_certification`: one row for each made task that was certified, whatever came of it."""

from typing import Any

import pyarrow as pa

from assets.bundles.certification import Certificate
from assets.bundles.schema import VERDICT_COLUMNS, VERDICT_FIELDS, verdict
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
            *VERDICT_FIELDS,
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
        **VERDICT_COLUMNS,
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
        **verdict(certificate),
        "executions": executions,
        "seconds": seconds,
        "toolchain": toolchain.fingerprint,
        "certification": certification,
    }

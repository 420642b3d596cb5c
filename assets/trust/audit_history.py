"""The audits of a domain so far: read, and one more appended.

What follows from them: `gate` (may it be amplified) and, in `assets.audits`, `response` (what is asked for next).
"""

from collections.abc import Mapping
from typing import Any

from assets.trust.audit_tables import AUDIT_REPORTS
from resources.storage.lake import Commit, Lake


def audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """The rows of `audit_reports`, oldest first; columns that an earlier version of the table lacks are None."""
    if store.manifest(AUDIT_REPORTS.name, domain) is None:
        return []
    absent = dict.fromkeys(AUDIT_REPORTS.arrow_schema.names)
    rows = [absent | row for row in store.arrow(AUDIT_REPORTS.name, [domain]).to_pylist()]
    return sorted(rows, key=lambda row: (row["created_at"], row["audit_id"]))


def telling_audits(store: Lake, domain: str) -> list[dict[str, Any]]:
    """Those of checkpoints that had amplified something here: an audit of nothing says nothing of a checkpoint."""
    return [row for row in audits(store, domain) if row["amplified"] != 0]


def add_audit(store: Lake, domain: str, row: Mapping[str, Any]) -> Commit:
    """Append `row`. A partition of an earlier version of the table is rewritten as the present one, once."""
    manifest = store.manifest(AUDIT_REPORTS.name, domain)
    if manifest is None or manifest.schema == AUDIT_REPORTS.fingerprint:
        return store.append(AUDIT_REPORTS, domain, AUDIT_REPORTS.from_rows([row]))
    return store.rewrite(AUDIT_REPORTS, domain, lambda rows: AUDIT_REPORTS.from_rows([*rows, row]))

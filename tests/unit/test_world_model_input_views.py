"""What is seen of queries before any model is asked: the same as asked one by one, and each text parsed once."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from resources.domains.toolkit import python_errors
from resources.execution.bundle import Candidate
from resources.world_model.domain_diagnostics import static_diagnostic
from resources.world_model.features import features_of
from resources.world_model.input_views import input_views
from resources.world_model.model import Query

BUNDLES = [bundle_from_seed(seed) for seed in builtin_seeds()[:3]]


def queries(count: int, mark: str) -> list[Query]:
    """Of several bundles in turn; every third fails by its text."""
    codes = (f"{BUNDLES[i % 3].reference}# {mark} {i}\n{'result.drill(1)' * (i % 3 == 2)}\n" for i in range(count))
    return [Query(DOMAIN, BUNDLES[i % 3], Candidate(code)) for i, code in enumerate(codes)]


def test_rows_and_diagnostics_are_in_the_order_of_the_queries() -> None:
    asked = queries(7, "order")
    found = input_views(asked)
    assert found.rows == features_of(asked)
    assert found.diagnostics == [static_diagnostic(query) for query in asked]
    assert [item is not None for item in found.diagnostics] == [place % 3 == 2 for place in range(7)]


def test_each_candidate_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes | str] = []
    parse = python_errors.parse_python
    monkeypatch.setattr(python_errors, "parse_python", lambda code: parsed.append(code) or parse(code))
    asked = queries(150, "parsed")
    input_views(asked)
    assert sorted(code for code in parsed if b"# parsed" in code) == sorted(
        query.candidate.code.encode() for query in asked
    )

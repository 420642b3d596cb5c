"""Static diagnostics, held to what their tools say of faulty candidates."""

import itertools

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from assets.world_model.diagnostic_match import diagnostic_match
from assets.world_model.shipped import shipped_checkpoint
from resources.domains.domain import Domain
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.world_model.domain_diagnostics import RELIABILITY
from resources.world_model.label_probabilities import Mode
from resources.world_model.model import Query
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.rendering import RenderSettings, digest
from tests.tools.kept_backends import backend_of

SEEDS, EACH = 6, 5
MODES: tuple[Mode, Mode] = ("hybrid", "pure")
DOMAINS = list(load_domains())


def diagnostic_of(name: str, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    domain = get_domain(name)
    return domain.static_diagnostic(bundle, candidate)


def spread(domain: Domain) -> list[EnvironmentBundle]:
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable]
    return bundles[:: max(1, len(bundles) // SEEDS)][:SEEDS]


@pytest.mark.parametrize("name", DOMAINS)
def test_what_they_say_comes_true(name: str) -> None:
    domain, right, seen = get_domain(name), 0, []
    for bundle in spread(domain):
        mutants = ((item, diagnostic_of(name, bundle, item.candidate)) for item in draw_mutants(domain, bundle))
        for mutant, expected in itertools.islice((pair for pair in mutants if pair[1] is not None), EACH):
            real = backend_of(name).execute(bundle, mutant.candidate)
            written = digest(expected, domain.output_template, RenderSettings())
            located = diagnostic_match(domain, real, written).located
            right += expected.outcome is real.outcome and bool(located)
            seen.append((bundle.seed_id, mutant.kind, written.text, real.text[:200]))
    assert len(seen) >= 10, "of faults in six seeds some are in the text"
    assert right >= 0.9 * len(seen), seen


OF_OTHERS = [
    "always @(posedge clk) if (reset) gray <= 4'd1;",
    "always @(negedge clk) wrap <= enable;",
    "reg [3:0] seen [0:3];\n    always @(posedge clk) if (reset) seen <= 0;",
    "wire [3:0] more;\n    assign more[4] = clk;",
]


@pytest.mark.parametrize("more", OF_OTHERS)
def test_mistakes_that_other_authors_make_come_true(more: str) -> None:
    seeds = {seed.seed_id: seed for seed in get_domain("chip_design").builtin_seeds()}
    bundle = bundle_from_seed(seeds["builtin/gray_counter"])
    candidate = Candidate(bundle.reference.replace("endmodule", f"    {more}\nendmodule"))
    said = diagnostic_of("chip_design", bundle, candidate)
    real = backend_of("chip_design").execute(bundle, candidate)
    assert said is not None
    assert (said.outcome, said.stage) == (real.outcome, real.stage)
    assert said.text.splitlines()[0] in real.text


def test_the_hybrid_says_it_word_for_word_and_the_pure_mode_knows_nothing_of_it() -> None:
    champion = shipped_checkpoint()
    assert champion is not None
    bundle = spread(get_domain("code_optimization"))[0]
    query = Query(get_domain("code_optimization"), bundle, Candidate(bundle.reference + "\tpopcountl %edi, %eax\n"))
    (hybrid,), (pure,) = (CheckpointWorldModel(champion, mode).predict([query]) for mode in MODES)
    real = backend_of("code_optimization").execute(bundle, query.candidate)
    assert (hybrid.observation.outcome, hybrid.observation.text) == (real.outcome, real.text.strip())
    assert RELIABILITY <= hybrid.confidence <= 1
    assert pure.observation.text != hybrid.observation.text


@pytest.mark.parametrize("name", DOMAINS)
def test_what_passes_has_none(name: str) -> None:
    for seed in get_domain(name).builtin_seeds():
        if not seed.unusable:
            bundle = bundle_from_seed(seed)
            assert diagnostic_of(name, bundle, bundle.reference_candidate) is None


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("text", ["", "\0", "(" * 50_000, "\udcff", "x = 1\n" * 100_000, '"' * 3000, "{" * 3000 + "}"])
def test_any_text_is_read(name: str, text: str) -> None:
    bundle = spread(get_domain(name))[0]
    found = diagnostic_of(name, bundle, Candidate(text))
    assert found is None or found.outcome in get_domain(name).outcomes

"""What real tools say of a failed candidate goes into prompts without the lines of any bench or reference."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.domain import Domain
from resources.domains.faults import apply_edits
from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.fault_injection.plan import draw_plan
from resources.generation.trajectory import Turn
from tests.tools.kept_backends import backend_of
from tests.unit.prompt_leaks import every_prompt, hidden_lines, leaked

DOMAINS = load_domains()
FAILURES = 3


def faulty(domain: Domain, bundle: EnvironmentBundle, seed: int) -> Candidate:
    """The reference with the faults of a plan, and nothing else of it changed."""
    plan = draw_plan(domain, bundle, seed)
    return Candidate(apply_edits(plan.base, plan.faults))


def bundle_of(domain: Domain, setting: str, value: str) -> EnvironmentBundle:
    """The task a third of the way through those with this setting; any where `setting` is empty."""
    seeds = [seed for seed in domain.builtin_seeds() if not setting or seed.settings[setting] == value]
    return bundle_from_seed(seeds[len(seeds) // 3])


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("chip_design", "bench", "cocotb"),
        ("chip_design", "bench", "verilog"),
        *((name, "", "") for name in DOMAINS if name != "chip_design"),
    ],
)
def test_real_logs_hold_no_line_of_a_bench(name: str, setting: str, value: str) -> None:
    """The empty candidate and candidates with faults. A bench in Python prints its own lines in tracebacks."""
    domain = DOMAINS[name]
    bundle = bundle_of(domain, setting, value)
    hidden = hidden_lines(domain, bundle, domain.instructions(bundle))
    backend = backend_of(name)
    candidates = [domain.empty_candidate(bundle), *(faulty(domain, bundle, seed) for seed in range(FAILURES))]
    observed = [(candidate, backend.execute(bundle, candidate)) for candidate in candidates]
    failed = [(candidate, observation) for candidate, observation in observed if not observation.outcome.passed]
    assert len(failed) >= 2
    for candidate, observation in failed:
        own = set(candidate.code.splitlines())
        unknown = {line for line in hidden if not any(line in " ".join(text.split()) for text in own)}
        prompts = every_prompt(domain, bundle, Turn(0, "", candidate, observation))
        assert leaked(prompts, unknown) == [], observation.text[:2000]

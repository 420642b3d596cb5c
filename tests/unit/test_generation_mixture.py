"""Who makes which trajectory: shares are kept, and campaigns of any size or mixture agree with each other."""

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from assets.generation.mixture import Member, Mixture
from assets.trajectories.campaign_plan import plan
from resources.execution.bundle import EnvironmentBundle
from resources.generation.generator import Generation, GenerationRequest


@dataclass(frozen=True)
class Named:
    """As much of a generator as a mixture reads."""

    name: str
    version: str = "1"

    async def generate(self, request: GenerationRequest) -> Generation:
        raise AssertionError("a mixture asks nobody")


def bundle(number: int, **settings: str) -> EnvironmentBundle:
    return EnvironmentBundle("toy", f"set/{number}", "p", "i", "f", "r", settings=settings)


def mixture(**shares: float) -> Mixture:
    return Mixture(None, tuple(Member(Named(name), share) for name, share in shares.items()))  # type: ignore[arg-type]


def drawn(found: Mixture, bundles: int, numbers: int) -> dict[tuple[int, int], str]:
    draws = {(b, n): found.draw(bundle(b), n) for b in range(bundles) for n in range(numbers)}
    return {key: draw.member.generator.name for key, draw in draws.items() if draw}


shares = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), st.floats(0.05, 20), min_size=1)


@settings(max_examples=25, deadline=None)
@given(shares)
def test_shares_are_kept_within_sampling_error(given_shares: dict[str, float]) -> None:
    found = list(drawn(mixture(**given_shares), 40, 50).values())
    for name, share in given_shares.items():
        expected = share / sum(given_shares.values())
        # Five standard deviations of a binomial share: one false alarm in a million draws.
        assert abs(found.count(name) / len(found) - expected) <= 5 * (expected * (1 - expected) / len(found)) ** 0.5


def test_sixty_to_forty() -> None:
    found = list(drawn(mixture(endpoint=60, faults=40), 100, 100).values())
    assert abs(found.count("endpoint") / len(found) - 0.6) < 0.02


@settings(max_examples=25, deadline=None)
@given(shares, st.integers(1, 6), st.integers(1, 6))
def test_an_enlarged_campaign_agrees_with_the_smaller_one(given_shares: dict[str, float], bundles: int, n: int) -> None:
    small, large = drawn(mixture(**given_shares), bundles, n), drawn(mixture(**given_shares), bundles + 3, n + 4)
    assert small.items() <= large.items()


@settings(max_examples=25, deadline=None)
@given(shares, st.floats(0.05, 20))
def test_another_generator_takes_trajectories_and_moves_no_other(given_shares: dict[str, float], share: float) -> None:
    before, after = drawn(mixture(**given_shares), 10, 10), drawn(mixture(**given_shares, new=share), 10, 10)
    assert {after[key] for key in before if before[key] != after[key]} <= {"new"}


@settings(max_examples=25, deadline=None)
@given(shares)
def test_the_order_in_the_configuration_means_nothing(given_shares: dict[str, float]) -> None:
    turned = dict(reversed(given_shares.items()))
    assert drawn(mixture(**given_shares), 8, 8) == drawn(mixture(**turned), 8, 8)


def test_a_bundle_without_a_solution_goes_to_who_needs_none() -> None:
    oracle = bundle(0, reference_role="oracle")
    faults = Member(Named("faults"), 1000.0, needs_solution=True)
    both = Mixture(None, (faults, Member(Named("endpoint"), 0.001)))  # type: ignore[arg-type]
    assert {both.draw(oracle, n).member.generator.name for n in range(50)} == {"endpoint"}  # type: ignore[union-attr]
    alone = replace(both, members=(faults,))
    assert alone.draw(oracle, 0) is None
    attempts = plan(alone, [oracle, bundle(1)], range(3), max_corrections=4)
    assert [(attempt.bundle.seed_id, attempt.seed) for attempt in attempts] == [("set/1", n) for n in range(3)]


def test_the_first_seed_is_added_and_changes_no_share() -> None:
    plain, shifted = mixture(a=1, b=1), mixture(a=1, b=1)
    shifted = replace(shifted, members=tuple(replace(member, first_seed=500) for member in shifted.members))
    one, other = (plan(found, [bundle(0)], range(20), max_corrections=4) for found in (plain, shifted))
    assert [attempt.seed + 500 for attempt in one] == [attempt.seed for attempt in other]
    assert [attempt.generator for attempt in one] == [attempt.generator for attempt in other]


def test_lanes_are_wide_enough_for_who_waits_and_who_is_executed() -> None:
    members = (Member(Named("endpoint"), at_once=64), Member(Named("faults")))
    assert Mixture(None, members).lanes(4) == {"endpoint": 68, "faults": 4}  # type: ignore[arg-type]

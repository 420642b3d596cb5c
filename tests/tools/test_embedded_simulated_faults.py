"""What following firmware says of injected faults, held to what compiler, linker and board say of them."""

import itertools

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from assets.world_model.diagnostic_match import diagnostic_match
from resources.domains.embedded_systems.domain import DOMAIN
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.world_model.rendering import RenderSettings, digest
from tests.tools.kept_backends import backend_of

SEEDS, EACH = 7, 4
LEAST_SAID, LEAST_RIGHT = 20, 0.9
"""Measured on 750 failures of a run: 0.95 right in outcome and located."""


def test_what_is_said_comes_true() -> None:
    bundles = [bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds() if not seed.unusable]
    right, seen = 0, []
    for bundle in bundles[:: max(1, len(bundles) // SEEDS)][:SEEDS]:
        mutants = ((item, DOMAIN.simulated_failure(bundle, item.candidate)) for item in draw_mutants(DOMAIN, bundle))
        for mutant, said in itertools.islice((pair for pair in mutants if pair[1] is not None), EACH):
            real = backend_of("embedded_systems").execute(bundle, mutant.candidate)
            written = digest(said, DOMAIN.output_template, RenderSettings())
            located = diagnostic_match(DOMAIN, real, written).located
            right += said.outcome is real.outcome and said.stage == real.stage and bool(located)
            seen.append((bundle.seed_id, mutant.kind, written.text, real.text[:200]))
    assert len(seen) >= LEAST_SAID
    assert right >= LEAST_RIGHT * len(seen), (right, seen)


REFUSED = {
    "a statement without its end": ("ms++;", "ms++"),
    "a name of another function": ("(void)0;", "inner = 4U;"),
    "a function that is declared only later": ("(void)0;", "later();"),
    "a type that nothing declares, in a cast": ("(void)0;", "ms = (unit32_t)5;"),
}
PROGRAM = """#include "stm32f405.h"

static volatile uint32_t ms;

void SysTick_Handler(void) {
    uint32_t inner = ms;
    (void)inner;
    ms++;
}

static void toggle(void) {
    (void)0;
    GPIOA->ODR ^= 0x20U;
}

int main(void) {
    toggle();
    for (;;) {
    }
}

void later(void) {
}
"""


@pytest.mark.parametrize("name", REFUSED)
def test_what_gcc_refuses_is_said_in_its_words(name: str) -> None:
    bundle = bundle_from_seed(next(seed for seed in DOMAIN.builtin_seeds() if seed.seed_id == "builtin/led_blink"))
    assert DOMAIN.static_diagnostic(bundle, Candidate(PROGRAM)) is None
    candidate = Candidate(PROGRAM.replace(*REFUSED[name], 1))
    said = DOMAIN.static_diagnostic(bundle, candidate)
    real = backend_of("embedded_systems").execute(bundle, candidate)
    assert real.outcome is Outcome.COMPILATION_ERROR
    assert said is not None
    assert real.text.splitlines()[1].startswith(said.text.splitlines()[1])

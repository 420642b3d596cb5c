"""Importers on samples of the public sets, and the imported references under Icarus in the sandbox."""

import re
from pathlib import Path

import pytest

from resources.domains.chip_design.tasks.importers import IMPORTERS
from resources.domains.importing import ImportResult
from resources.domains.seed import TaskSeed
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.job import SandboxJob, Step

SAMPLES = Path(__file__).parents[3] / "shared" / "data"
KNOWN_BAD = {
    "verilog-eval/Prob099_m2014_q6c",
    "verilog-eval/Prob156_review2015_fancytimer",
    "rtllm/radix2_div",
    "rtllm/ring_counter",
    "rtllm/clkgenerator",
}
CONTRADICTIONS = {"rtllm/radix2_div", "rtllm/sequence_detector"}
"""Their prompts name a port otherwise than their benches: no answer to the prompt can link."""
EMPTY_PASSES = {"rtllm/comparator_3bit", "rtllm/sequence_detector"}
"""Their benches test `!output`, which is never true of an undriven output: certification has to refuse them."""


def sample(name: str) -> ImportResult:
    if not (SAMPLES / name).is_dir():
        pytest.skip(f"no sample of {name} at {SAMPLES}")
    return next(importer for importer in IMPORTERS if importer.name == name).read(SAMPLES / name)


@pytest.mark.parametrize(("name", "count"), [("verilog-eval", 52), ("rtllm", 17), ("cvdp", 2)])
def test_every_item_of_the_sample_is_read_and_usable(name: str, count: int) -> None:
    result = sample(name)
    assert result.problems == ()
    assert len(result.seeds) == count
    unusable = {seed.seed_id: seed.unusable for seed in result.seeds if seed.unusable}
    assert set(unusable) == {seed_id for seed_id in CONTRADICTIONS if seed_id.startswith(name)}
    assert all("the prompt contradicts the bench" in reason for reason in unusable.values())
    assert all(seed.origin.licence and seed.origin.commit and seed.interface for seed in result.seeds)


def verdicts(sandbox: BubblewrapSandbox, seed: TaskSeed, code: str) -> list[tuple[int, int]]:
    """(checks, errors) of each verdict line that the bench printed for `code`."""
    sources = (*seed.settings["bench_files"].split(), seed.candidate_file)
    files = {**seed.files, seed.candidate_file: code}
    build = ("iverilog", "-g2012", "-o", "sim.vvp", "-s", seed.settings["bench_top"], *sources)
    steps = (Step("compile", build), Step("simulate", ("vvp", "-n", "sim.vvp")))
    result = sandbox.run(SandboxJob(steps=steps, files={name: text.encode() for name, text in files.items()}))
    log = b"".join(step.log for step in result.steps).decode("utf-8", "replace")
    found = re.findall(r"@VERDICT@ checks=(\d+) errors=(\d+)", log)
    return [(int(checks), int(errors)) for checks, errors in found]


@pytest.mark.parametrize("name", ["verilog-eval", "rtllm"])
def test_references_pass_their_benches_and_empty_designs_do_not(name: str) -> None:
    sandbox = BubblewrapSandbox()
    failing, empty_passes = set(), set()
    for seed in sample(name).seeds:
        reached = verdicts(sandbox, seed, seed.reference)
        if len(reached) != 1 or reached[0][0] < 1 or reached[0][1] != 0:
            failing.add(seed.seed_id)
            continue
        empty = verdicts(sandbox, seed, seed.interface)
        if len(empty) == 1 and empty[0][1] == 0 and empty[0][0] >= reached[0][0]:
            empty_passes.add(seed.seed_id)
    assert failing == {seed_id for seed_id in KNOWN_BAD if seed_id.startswith(name)}
    assert empty_passes == {seed_id for seed_id in EMPTY_PASSES if seed_id.startswith(name)}

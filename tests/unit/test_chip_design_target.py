"""What the world model is asked to write of a bench's log: what was found, and not how the bench came there."""

from resources.domains.chip_design.domain import DOMAIN
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.rendering import RenderSettings, digest

FAILED = """INFO     cocotb.regression                  running test_counter.counts (1/2)
      Up to the end and over it.
WARNING  cocotb.regression                  test_counter.counts failed
  Traceback (most recent call last):
    File "test_counter.py", line 12, in counts
      await compare(dut, 3)
  {said}
  assert 3 == 4
   +  where 3 = int(LogicArray('011', Range(2, 'downto', 0)))
INFO     cocotb.regression                  running test_counter.holds (2/2)
verdict: 1 of 2 checks failed
"""


def first_of(log: str) -> tuple[str, str]:
    """The first line that a target keeps, and the category that the domain reads in what it keeps."""
    seen = Observation(Outcome.FUNCTIONAL_MISMATCH, "simulate", log.encode())
    kept = digest(seen, DOMAIN.output_template, RenderSettings())
    return kept.text.splitlines()[0].strip(), DOMAIN.diagnostics(kept)[0].category


def test_a_failed_cocotb_test_is_what_it_asserted() -> None:
    said = "AssertionError: cycle=3 count: expected 0x4 got 0x3"
    assert first_of(FAILED.format(said=said)) == (said, "mismatch")


def test_a_bench_that_misses_a_signal_says_which() -> None:
    said = "AttributeError: counter.counter contains no child object named state"
    assert first_of(FAILED.format(said=said)) == (said, "exception")


def test_a_verilog_bench_keeps_its_first_mismatch() -> None:
    log = "MISMATCH cycle=5 gray: expected 3 got 2\nverdict: 1 of 8 checks failed\n"
    assert first_of(log) == ("MISMATCH cycle=5 gray: expected 3 got 2", "mismatch")

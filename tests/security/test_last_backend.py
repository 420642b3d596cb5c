"""LastBackend over the real sandbox: what is kept between steps, and what is not."""

from collections.abc import Iterator
from dataclasses import dataclass

import psutil
import pytest

from resources.execution.backend_cache import LastBackend
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step
from resources.execution.sandbox.selection import OPT_OUT


@dataclass
class Waiting:
    """Stands where a backend stands; its job is a process that can be counted."""

    sandbox: Sandbox

    def run(self) -> str:
        job = SandboxJob((Step("say", ("/bin/echo", "said")),), {}, limits=Limits(wall_s=20.0))
        return self.sandbox.run(job).steps[0].log.decode()


@pytest.fixture
def kept() -> Iterator[LastBackend[Waiting]]:
    keeper: LastBackend[Waiting] = LastBackend()
    yield keeper
    keeper.close()


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE}


def test_the_next_who_asks_gets_the_same_and_its_sandbox_still_works(kept: LastBackend[Waiting]) -> None:
    with kept.lend(Waiting) as first:
        assert "said" in first.run()
    with kept.lend(Waiting) as second:
        assert second is first
        assert "said" in second.run()


def test_another_maker_ends_what_was_kept(kept: LastBackend[Waiting]) -> None:
    before = children()
    with kept.lend(Waiting) as first:
        first.run()
        started = children() - before
    with kept.lend(lambda sandbox: Waiting(sandbox)) as second:
        assert second is not first
        assert not started & children()


def test_a_failed_step_keeps_nothing(kept: LastBackend[Waiting]) -> None:
    before = children()

    def interrupted() -> None:
        with kept.lend(Waiting) as lent:
            lent.run()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not children() - before
    with kept.lend(Waiting) as first:
        pass
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with kept.lend(Waiting) as second:
        assert second is not first


def test_a_maker_that_fails_leaves_no_process(kept: LastBackend[Waiting]) -> None:
    before = children()

    def failing(sandbox: Sandbox) -> Waiting:
        Waiting(sandbox).run()
        raise FileNotFoundError("the tool is missing")

    with pytest.raises(FileNotFoundError), kept.lend(failing):
        pytest.fail("nothing was made")
    assert not children() - before


def test_two_at_once_do_not_share(kept: LastBackend[Waiting]) -> None:
    with kept.lend(Waiting) as first, kept.lend(Waiting) as second:
        assert second is not first
        assert "said" in first.run()
        assert "said" in second.run()


def test_closing_leaves_no_process(kept: LastBackend[Waiting]) -> None:
    before = children()
    with kept.lend(Waiting) as first:
        first.run()
    assert children() - before
    kept.close()
    assert not children() - before


def test_a_sandbox_is_not_kept_for_one_who_opted_out_of_it(
    kept: LastBackend[Waiting], monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept.lend(Waiting) as first:
        pass
    monkeypatch.setenv(OPT_OUT, "1")
    with kept.lend(Waiting) as second:
        assert type(second.sandbox) is not type(first.sandbox)

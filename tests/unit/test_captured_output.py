"""Ctrl-C is the command's, and not that of the processes by which Dagster shows what a step prints."""

import contextlib
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from dagster._core.storage.compute_log_manager import CapturedLogContext
from dagster._core.storage.local_compute_log_manager import LocalComputeLogManager

from orchestration.captured_output import deaf_followers


class Manager(LocalComputeLogManager):
    """Starts nothing, and keeps what its programs would have inherited."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.inherited: set[int] = set()

    @contextlib.contextmanager
    def capture_logs(self, log_key: Sequence[str]) -> Iterator[CapturedLogContext]:
        self.inherited = set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        yield CapturedLogContext(log_key)


def test_who_follows_a_steps_output_does_not_hear_ctrl_c_and_the_step_does(tmp_path: Path) -> None:
    manager = Manager(tmp_path)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with deaf_followers(manager), manager.capture_logs(["a"]) as captured:
        assert captured.log_key == ["a"]
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    assert manager.inherited == before | {signal.SIGINT}
    with manager.capture_logs(["b"]):
        assert manager.inherited == before


def test_what_a_step_raises_goes_on(tmp_path: Path) -> None:
    manager = Manager(tmp_path)
    with pytest.raises(KeyboardInterrupt), deaf_followers(manager), manager.capture_logs(["a"]):
        raise KeyboardInterrupt
    assert "capture_logs" not in vars(manager)

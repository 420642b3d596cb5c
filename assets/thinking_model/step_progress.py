"""Steps of a training by TRL as the project's progress records. Imports transformers, so import it where one trains."""

from typing import Any

from transformers import PrinterCallback, TrainerCallback

from assets.progress import ProgressReporter

SILENCED = PrinterCallback
"""Prints each step's losses on standard output, where commands put their results."""


class StepProgress(TrainerCallback):
    """Steps done of all, and the last loss. One process of several reports."""

    def __init__(self, method: str) -> None:
        self._method = method
        self._reporter: ProgressReporter | None = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.is_world_process_zero:
            self._reporter = ProgressReporter("thinking_model", self._method, state.max_steps, "steps")

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        loss = (logs or {}).get("loss")
        if self._reporter and loss is not None:
            self._reporter.set(state.global_step, f"loss {float(loss):.3f}")

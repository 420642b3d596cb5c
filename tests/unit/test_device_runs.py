"""The tool that holds verdicts against a GPU, without one: its pool of processes, and what its table counts."""

import json
import os
import signal
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from infra.device.pool import End, Pool, Step, Work
from infra.device.programs import PROGRAMS, Program
from infra.device.runs import RESULTS
from infra.device.table import contradicts, table
from infra.device.verdicts import VERDICTS


def pool(seconds: float = 30.0) -> Pool:
    return Pool(2, time.monotonic() + seconds, other_user=False)


def test_steps_follow_each_other_and_are_told_how_they_ended(tmp_path: Path) -> None:
    ends: list[End] = []

    def work() -> Work:
        ends.append((yield Step(lambda: Path("made").write_text("here"), tmp_path, 20.0)))
        ends.append((yield Step(lambda: os._exit(7), tmp_path, 20.0)))
        ends.append((yield Step(lambda: os.kill(os.getpid(), signal.SIGKILL), tmp_path, 20.0)))
        ends.append((yield Step(lambda: time.sleep(60), tmp_path, 0.2)))

    pool().run([work()])
    assert [end.code for end in ends] == [0, 7, -signal.SIGKILL, None]
    assert (tmp_path / "made").read_text() == "here"


def test_nothing_is_begun_after_the_deadline(tmp_path: Path) -> None:
    begun = []

    def work() -> Work:
        begun.append(1)
        yield Step(lambda: None, tmp_path, 20.0)

    pool(seconds=-1.0).run([work()])
    assert begun == []


@pytest.mark.parametrize(
    ("outcome", "did", "found"),
    [
        ("PASS", "right", ""),
        ("PASS", "wrong", "false PASS"),
        ("PASS", "fault", "false PASS"),
        ("FUNCTIONAL_MISMATCH", "wrong", ""),
        ("FUNCTIONAL_MISMATCH", "right", "false refusal"),
        ("MEMORY_FAULT", "right", ""),
        ("RUNTIME_ERROR", "right", ""),
        ("REJECTED", "right", ""),
        ("TIMEOUT", "timeout", ""),
    ],
)
def test_a_device_contradicts_where_luck_and_rules_do_not_explain_it(outcome: str, did: str, found: str) -> None:
    assert contradicts(outcome, did) == found


def test_the_table_counts_by_population_and_names_what_disagrees(tmp_path: Path) -> None:
    seen = [("PASS", "right"), ("PASS", "wrong"), ("FUNCTIONAL_MISMATCH", "wrong"), ("MEMORY_FAULT", "right")]
    programs = [Program(f"{n}", "fault", "kind", "builtin/x", "task", 0, "code") for n in range(len(seen))]
    lines = {
        PROGRAMS: [asdict(program) for program in programs],
        VERDICTS: [{"name": f"{n}", "outcome": outcome} for n, (outcome, _) in enumerate(seen)],
        RESULTS: [{"what": "program", "name": f"{n}", "did": did, "said": "how"} for n, (_, did) in enumerate(seen)],
    }
    for name, rows in lines.items():
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = table(tmp_path)
    assert "| fault | 4 | 1 of 2 (9.5 to 90.5 %) | 1 of 1 (20.7 to 100.0 %) | 1 | 0 |" in said
    assert "- false PASS: 1 builtin/x fault kind: PASS, device wrong: how" in said
    assert said.count("false") == 1

"""The kernel's policies on memory that is promised and not there, set for a test and put back.

0 guesses, 1 promises anything (as every Kubernetes node does), 2 promises what there is. Outcomes must not differ.
"""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

POLICIES = ("0", "1", "2")
_POLICY, _SHARE = Path("/proc/sys/vm/overcommit_memory"), Path("/proc/sys/vm/overcommit_ratio")
_LOCK = Path(tempfile.gettempdir(), "overcommit.lock")
# Percent of the machine's memory under policy 2, so that what else runs there meanwhile has its own.
_ENOUGH = "800"


@contextmanager
def overcommitting(policy: str) -> Iterator[None]:
    """The whole machine under this policy; skips where it may not be set. One test at a time."""
    with _LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Put back in this order: policy 2 with the machine's own share would refuse memory to whatever else runs.
        before = {path: path.read_text() for path in (_POLICY, _SHARE)}
        try:
            _SHARE.write_text(_ENOUGH)
            _POLICY.write_text(policy)
        except OSError as error:
            if before[_POLICY].strip() != policy:
                pytest.skip(f"vm.overcommit_memory may not be set here: {error}")
        try:
            yield
        finally:
            for path, text in before.items():
                if path.read_text() != text:
                    path.write_text(text)

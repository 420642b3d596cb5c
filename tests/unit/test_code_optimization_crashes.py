"""What a crash report says of the host, and not of the candidate."""

import signal

import pytest

from resources.domains.code_optimization.execution.stages.crash import Crash, is_a_lock_of_two_lines
from resources.domains.code_optimization.execution.stages.objects import Instruction


@pytest.mark.parametrize(
    ("text", "number", "is_lock"),
    [
        ("lock incl (%rdi)", signal.SIGBUS, True),
        ("xchg   %eax,0x3d(%rdi)", signal.SIGBUS, True),
        ("xchg   %eax,%ecx", signal.SIGBUS, False),
        ("mov    (%rdi),%eax", signal.SIGBUS, False),
        ("lock incl (%rdi)", signal.SIGSEGV, False),
    ],
)
def test_a_locked_access_that_the_host_ends_is_told_from_a_fault(text: str, number: int, is_lock: bool) -> None:
    crash = Crash(number, {"rip": 0x401000, "rsp": 0, "address": 0}, ())
    assert is_a_lock_of_two_lines(crash, {0x401000: Instruction(text, 3)}) is is_lock
    assert not is_a_lock_of_two_lines(crash, {})

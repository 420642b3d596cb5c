"""What a person is told where the sandbox does not start, by bubblewrap's own words in pods and containers."""

import pytest

from resources.execution.sandbox.selection import advice


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "procMount: Unmasked"),
        (
            "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged "
            "user namespaces.",
            "seccompProfile",
        ),
        ("bwrap: setting up uid map: Permission denied", "docs/kubernetes.md"),
        ("bwrap: Unknown option --disable-userns", "bubblewrap is older than 0.8.0"),
    ],
)
def test_the_cause_has_its_remedy(said: str, told: str) -> None:
    assert told in advice(said)

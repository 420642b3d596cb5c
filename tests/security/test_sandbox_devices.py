"""Devices inside a sandbox: none unless a job asks, then those alone; which of a machine's nodes count."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.devices import Devices, nvidia_devices
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

from .conftest import SMALL, shell

INSIDE_ANYWAY = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx", "stdin", "stdout", "stderr"}


def extra_node() -> Path:
    """A node of the host that no sandbox has by itself."""
    nodes = (path for path in sorted(Path("/dev").iterdir()) if path.name not in INSIDE_ANYWAY)
    found = next((path for path in nodes if path.is_char_device() and not path.is_symlink()), None)
    if found is None:
        pytest.skip("this machine has no further character device")
    return found


def test_no_node_is_seen_unless_asked_for(sandbox: Sandbox) -> None:
    assert shell(sandbox, f"test -e {extra_node()}").steps[0].exit_code != 0


def test_asked_for_nodes_are_seen_and_no_others(sandbox: Sandbox) -> None:
    node = extra_node()
    with_node = Devices((node,), (Path("/sys/devices"),), {"FOUND": "yes"})
    bare = set(shell(sandbox, "ls /dev").steps[0].log.split())
    step = shell(sandbox, "ls /dev", f"test -c {node} && test -d /sys/devices/system && echo $FOUND",
                 devices=with_node)  # fmt: skip
    assert set(step.steps[0].log.split()) - bare == {node.name.encode()}
    assert step.steps[1].log == b"yes\n"


def test_folder_of_devices_and_hardware_is_read_only(sandbox: Sandbox) -> None:
    devices = Devices((extra_node(),), (Path("/sys/devices"),))
    result = shell(sandbox, "touch /dev/x 2>/dev/null || touch /sys/devices/x 2>/dev/null || echo no", devices=devices)
    assert result.steps[0].log == b"no\n"


def test_address_space_is_not_limited_for_a_device() -> None:
    job = SandboxJob((Step("show", ("/bin/sh", "-c", "ulimit -v; ulimit -d")),), limits=SMALL)
    without = BubblewrapSandbox(use_cgroups=False)
    assert b"unlimited" not in without.run(job).steps[0].log
    given = replace(job, devices=Devices((extra_node(),)))
    assert without.run(given).steps[0].log == b"unlimited\nunlimited\n"


def test_only_a_gpus_character_devices_count(tmp_path: Path) -> None:
    (tmp_path / "nvidia0").write_text("a plain file")
    (tmp_path / "nvidia-uvm").symlink_to("/dev/null")
    assert not nvidia_devices(tmp_path)
    if os.geteuid() != 0:
        pytest.skip("only root can make a device node")
    for name in ("nvidia1", "nvidiactl", "nvidia-caps-imex", "nvidia10x"):
        try:
            os.mknod(tmp_path / name, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        except OSError as error:
            pytest.skip(f"no device node can be made here: {error}")
    found = nvidia_devices(tmp_path)
    assert {path.name for path in found.nodes} == {"nvidia1", "nvidiactl", "nvidia-uvm"}
    assert all(path.is_absolute() and path.exists() for path in found.read_only)

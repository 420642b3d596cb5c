"""Attacks from inside the warm interpreter that has CadQuery: what one script does reaches neither host nor neighbour.

The whole escape suite runs against warm sandboxes in tests/security; here stands what CadQuery's own could change.
"""

import textwrap

import pytest

from resources.domains.cad_modeling.execution.reports import ScriptReport
from resources.execution.bundle import Candidate
from resources.execution.sandbox.job import Ended
from tests.tools.cad_runs import BLOCK, bundle_of, modeller


def printed(code: str) -> str:
    """What a script prints that nobody vetted: the reject stage is left out."""
    run = modeller().model(bundle_of(BLOCK), Candidate(textwrap.dedent(code)))
    return run.step.log.decode(errors="replace").strip()


@pytest.mark.parametrize("path", ["/etc/shadow", "/var/log", "/home", "/proc/1/environ"])
def test_host_files_are_out_of_reach(path: str) -> None:
    code = f"""
        import os
        try:
            print(os.listdir({path!r}) if os.path.isdir({path!r}) else open({path!r}).read())
        except OSError as error:
            print("refused", type(error).__name__)
    """
    assert printed(code) in ("refused FileNotFoundError", "refused PermissionError", "[]")


def test_no_network() -> None:
    code = """
        import socket
        try:
            socket.create_connection(("127.0.0.1", 22), 1)
        except OSError:
            print("none")
    """
    assert printed(code) == "none"


def test_the_worker_cannot_be_changed() -> None:
    code = """
        import cad_worker
        try:
            open(cad_worker.__file__, "a")
        except OSError as error:
            print(error.strerror)
    """
    assert printed(code) in ("Permission denied", "Read-only file system")


def test_patches_of_the_library_do_not_outlive_their_script() -> None:
    patch = """
        import cadquery as cq
        import cad_worker.gates as gates
        gates.defects = lambda *_: []
        cq.Shape.Volume = None
    """
    patch = textwrap.dedent(patch)
    assert printed(f"{patch}print('patched')\n") == "patched"
    bad = "import cadquery as cq\nresult = cq.Workplane().box(10, 10, 10).edges().fillet(6)\n"
    run = modeller().model(bundle_of(BLOCK), Candidate(f"{patch}{bad}"))
    assert run.shape is not None
    judged = modeller().judge(bundle_of(BLOCK), run.shape)
    assert judged.gates is not None
    assert judged.gates.defects


def test_files_and_processes_do_not_outlive_their_script() -> None:
    printed("""
        import os, time
        open("/tmp/left", "w").write("x")
        open("gates.json", "w").write("{}")
        if os.fork() == 0:
            os.setsid()
            time.sleep(60)
    """)
    seen = printed("""
        import os
        print(os.path.exists("/tmp/left"), os.path.exists("gates.json"))
        print(len([name for name in os.listdir("/proc") if name.isdigit()]))
    """)
    assert seen == "False False\n2"


def test_process_one_cannot_be_killed_or_read() -> None:
    code = """
        import os
        try:
            os.kill(1, 9)
            open("/proc/1/mem", "rb")
        except OSError as error:
            print(error.strerror)
    """
    assert printed(code) == "Permission denied"


def test_a_forged_report_without_a_shape_passes_nothing() -> None:
    forged = """
        import os
        report = '{"stage": "result", "error": null, "kind": "Solid", "shape": true}'
        open("report.json", "w").write(report)
        open("shape.bin", "wb").write(b"junk")
        os._exit(0)
    """
    run = modeller().model(bundle_of(BLOCK), Candidate(textwrap.dedent(forged)))
    assert run.report == ScriptReport(stage="result", error=None, kind="Solid", shape=True)
    judged = modeller().judge(bundle_of(BLOCK), run.shape or b"")
    assert judged.gates is None or judged.gates.defects


def test_a_fork_bomb_ends_with_its_script() -> None:
    bomb = """
        import os
        for _ in range(200):
            try:
                os.fork()
            except OSError:
                pass
    """
    run = modeller().model(bundle_of(BLOCK), Candidate(textwrap.dedent(bomb)))
    assert run.step.ended is not Ended.NOT_RUN
    assert modeller().model(bundle_of(BLOCK), Candidate(BLOCK)).shape is not None

"""How logs and reports of a CUDA candidate are read, and which outcome they mean."""

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor, TensorShape
from resources.domains.gpu_kernels.execution.stages.cuda.emulation import Emulation, target_file
from resources.domains.gpu_kernels.execution.stages.cuda.judging import (
    Fault,
    judge_build,
    judge_compilation,
    judge_run,
    read_fault,
)
from resources.domains.gpu_kernels.execution.stages.cuda.nvcc import Compilation, KernelResources, base_name, normalise
from resources.domains.gpu_kernels.execution.stages.cuda.results import forbidden, read_results, results_bytes
from resources.domains.gpu_kernels.execution.stages.cuda.signature import read_signature
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

FOLDER = Path("/opt/nvidia/cu13")


def step(ended: Ended = Ended.EXITED, code: int = 0, log: bytes = b"") -> StepResult:
    return StepResult("step", ended, code, log, False, 0.1)


def emulation(
    built: StepResult | None = None, linked: StepResult | None = None, run: StepResult | None = None
) -> Emulation:
    return Emulation(built or step(), linked or step(), run or step(), "", b"12345678")


@pytest.mark.parametrize(
    ("log", "outcome"),
    [
        (b'kernel.cu(3): error: identifier "t" is undefined\n', Outcome.COMPILATION_ERROR),
        (b'driver(2): error: identifier "f" is undefined\n', Outcome.LINK_ERROR),
        (b"kernel.cu(3): error: bad\ndriver(2): error: too few arguments\n", Outcome.COMPILATION_ERROR),
        (b"kernel.cu:1:10: fatal error: x.h: No such file\n", Outcome.COMPILATION_ERROR),
        (
            b"ptxas error   : Entry function 'k' uses too much shared data (0x10000 bytes, 0xc000 max)\n",
            Outcome.MEMORY_FAULT,
        ),
        (b"ptxas fatal   : Unresolved extern function '_Z1ff'\n", Outcome.LINK_ERROR),
        (b"", Outcome.COMPILATION_ERROR),
    ],
)
def test_a_refused_compilation(log: bytes, outcome: Outcome) -> None:
    assert judge_compilation(Compilation(step(code=1, log=log), log, ())) is outcome


def test_an_accepted_or_limited_compilation() -> None:
    assert judge_compilation(Compilation(step(log=b"warning"), b"warning", ())) is None
    assert judge_compilation(Compilation(step(Ended.TIMED_OUT, 152), b"", ())) is Outcome.TIMEOUT
    assert judge_compilation(Compilation(step(Ended.OUT_OF_MEMORY, 137), b"", ())) is Outcome.RESOURCE_EXCEEDED


def test_what_only_the_host_compiler_refuses_is_a_gap() -> None:
    assert judge_build(emulation(), "") is None
    refused = emulation(step(code=1, log=b"kernel.cu:3:1: error: 'surf2Dread' was not declared\n"), step(Ended.NOT_RUN))
    with pytest.raises(EnvironmentGap, match="surf2Dread"):
        judge_build(refused, "")
    missing = emulation(linked=step(code=1, log=b"undefined reference to `helper(int)'"))
    assert judge_build(missing, "") is Outcome.LINK_ERROR
    with pytest.raises(EnvironmentGap):
        judge_build(emulation(linked=step(code=1, log=b"undefined reference to `__tsan_new'")), "")


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("memory", Outcome.MEMORY_FAULT),
        ("launch memory", Outcome.MEMORY_FAULT),
        ("limit", Outcome.RESOURCE_EXCEEDED),
        ("race", Outcome.RUNTIME_ERROR),
        ("barrier", Outcome.RUNTIME_ERROR),
        ("launch", Outcome.RUNTIME_ERROR),
        ("anything a candidate may write", Outcome.RUNTIME_ERROR),
    ],
)
def test_a_report_decides_by_its_kind(kind: str, outcome: Outcome) -> None:
    assert judge_run(emulation(run=step(code=86)), Fault(kind, 0, "text"), 8) is outcome


def test_a_run_without_report() -> None:
    assert judge_run(emulation(), None, 8) is None
    assert judge_run(emulation(), None, 9) is Outcome.RUNTIME_ERROR
    assert judge_run(emulation(run=step(code=3)), None, 8) is Outcome.RUNTIME_ERROR
    assert judge_run(emulation(run=step(Ended.SIGNALLED, 134)), None, 8) is Outcome.RUNTIME_ERROR
    assert judge_run(emulation(run=step(Ended.TIMED_OUT, 152)), Fault("race", 0, "t"), 8) is Outcome.TIMEOUT
    with pytest.raises(PermanentEnvironmentFailure):
        judge_run(emulation(run=step(code=86)), Fault("environment", -1, "no room"), 8)


def test_a_result_that_a_device_gives_in_another_way_is_a_gap() -> None:
    with pytest.raises(EnvironmentGap, match="a shift by"):
        judge_run(emulation(run=step(code=86)), Fault("gap", 0, "a shift by 32 bits"), 8)


def test_a_program_that_no_file_holds_is_too_large() -> None:
    log = b"g++: internal compiler error: File size limit exceeded signal terminated program as\n"
    assert judge_build(emulation(step(code=4, log=log), step(Ended.NOT_RUN)), "") is Outcome.RESOURCE_EXCEEDED


@given(st.text(max_size=60))
def test_any_text_can_stand_in_the_report(text: str) -> None:
    fault = read_fault(text)
    assert fault is None or fault.text


def test_a_report_is_read() -> None:
    assert read_fault("race\n2\nRace reported\nbetween") == Fault("race", 2, "Race reported\nbetween")


@pytest.mark.parametrize(
    ("mangled", "name"),
    [
        ("_Z1kPKf", "k"),
        ("_Z6kernelILi4EEvPf", "kernel"),
        ("_ZN2ns5inner3sumEPf", "sum"),
        ("plain", "plain"),
        ("_ZL3fooPf", "foo"),
    ],
)
def test_kernels_go_by_their_own_names(mangled: str, name: str) -> None:
    assert base_name(mangled) == name


def test_a_log_shows_the_line_as_it_was_written_and_no_folders() -> None:
    code = "int a;\n    __shared__ float s[n];\n"
    log = (
        b"/opt/nvidia/cu13/bin/..//include/x.h(5): warning\nptxas info    : Compile time = 11.6 ms\n"
        b"kernel.cu(2): error: expression must have a constant value\n"
        b"      __attribute__((shared)) float s[n];\n                                      ^\n\n1 error detected\n"
    )
    assert normalise(log, code, FOLDER) == (
        b"include/x.h(5): warning\nkernel.cu(2): error: expression must have a constant value\n"
        b"      __shared__ float s[n];\n\n1 error detected\n"
    )


@given(st.binary(max_size=120))
def test_normalising_a_log_twice_changes_nothing(log: bytes) -> None:
    once = normalise(log, "int a;\n", FOLDER)
    assert normalise(once, "int a;\n", FOLDER) == once


def test_launches_are_checked_against_the_target_and_the_kernels() -> None:
    kernels = (KernelResources("k", 40, 1024), KernelResources("k", 32, 2048), KernelResources("other", 8))
    code = "__global__ void __launch_bounds__(256, 2) k(float* x) {}"
    assert target_file("sm_90", kernels, code, 16) == b"@target 232448 132 90 16\nk 32 1024 256 0\nother 8 0 0 0\n"


SIGNATURE = read_signature({"entry": "f", "arguments": '["x: in int8", "out: out int8"]'})
CASES = [Case((Tensor("int8", (2,), b"ab"),), (TensorShape("int8", (1,)),))] * 2


def written(first: bytes = b"abX", launches: int = 1, copied: int = 0, pieces: int = 0) -> bytes:
    return first + struct.pack("<QQQ", launches, copied, pieces) + b"abY" + struct.pack("<QQQ", 0, 0, 0)


def test_results_are_read_case_by_case() -> None:
    assert results_bytes(SIGNATURE, CASES) == len(written())
    one, two = read_results(SIGNATURE, CASES, written())
    assert (one.outputs, two.outputs) == ((Tensor("int8", (1,), b"X"),), (Tensor("int8", (1,), b"Y"),))
    assert one.changed_inputs == ()
    assert not list(forbidden([one, two]))


def test_work_that_kernels_did_not_do_is_noticed() -> None:
    assert read_results(SIGNATURE, CASES, written(b"zbX"))[0].changed_inputs == ("x",)
    assert list(forbidden(read_results(SIGNATURE, CASES, written(launches=0)))) == ["no kernel was launched"]
    assert "4096 bytes" in next(forbidden(read_results(SIGNATURE, CASES, written(copied=4096))))
    assert "300 pieces were moved" in next(forbidden(read_results(SIGNATURE, CASES, written(pieces=300))))
    assert not list(forbidden(read_results(SIGNATURE, CASES, written(pieces=4))))

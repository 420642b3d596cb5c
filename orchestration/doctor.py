"""`make doctor`: each tool, its version, its self-test, and what is unavailable because of it."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from orchestration.query_form import QueryForm, write_records
from orchestration.settings import read_settings
from orchestration.typed_names import chosen_domains
from resources.domains.domain import Domain, ToolRequirement
from resources.domains.registry import load_domains
from resources.execution.errors import EnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox
from resources.serving.environment import find_environment
from resources.serving.errors import ServingFailed

_WITHOUT_GPU = "world-model training and serving use the CPU"
_DEVICE, _GPU, _VLLM = "kernels on a GPU", "GPU", "vLLM"
OPTIONAL = frozenset({_DEVICE, _GPU, _VLLM})
"""What a whole installation may lack."""
_NO_DEVICE_STAGE = "device figures of gpu_kernels: candidates pass or fail without them"


@dataclass(frozen=True)
class Finding:
    """One row: what was looked at, whether it works, what it said, and what its absence costs."""

    subject: str
    works: bool
    said: str
    consequence: str = ""


def examine(names: Sequence[str] = ()) -> list[Finding]:
    """Looks at every tool of the domains named (all where none is), the sandbox, each backend and the accelerator."""
    domains = [load_domains()[name] for name in chosen_domains(names)]
    findings = [_tool(tool) for domain in domains for tool in domain.tools]
    try:
        sandbox = make_sandbox()
    except EnvironmentFailure as error:
        findings.append(Finding("sandbox", False, str(error), "no candidate is run"))
    else:
        findings.append(Finding("sandbox", True, sandbox.description))
        with contextlib.closing(sandbox):
            findings += [_backend(domain, sandbox) for domain in domains]
            if any(domain.name == "gpu_kernels" for domain in domains):
                findings += [_device_stage(sandbox)]
    return [*findings, _accelerator(), _serving()]


def _tool(tool: ToolRequirement) -> Finding:
    if shutil.which(tool.command[0]) is None:
        return Finding(tool.name, False, f"not found; package {tool.package} has it", tool.needed_for)
    try:
        done = subprocess.run(tool.command, capture_output=True, text=True, timeout=20, errors="replace", check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding(tool.name, False, str(error), tool.needed_for)
    lines = (done.stdout + done.stderr).strip().splitlines()
    if done.returncode != 0 and tool.command[0] == sys.executable:
        return Finding(tool.name, False, lines[-1][:70] if lines else "does not run", tool.needed_for)
    return Finding(tool.name, True, lines[0][:70] if lines else "runs", "")


def _backend(domain: Domain, sandbox: Sandbox) -> Finding:
    """Self-test: the first built-in reference passes and the empty answer does not."""
    from assets.bundles.build import bundle_from_seed

    bundle = bundle_from_seed(domain.builtin_seeds()[0])
    name = f"{domain.name} self-test"
    try:
        backend = domain.backend(sandbox)
        good = backend.execute(bundle, bundle.reference_candidate).outcome
        bad = backend.execute(bundle, domain.empty_candidate(bundle)).outcome
    except EnvironmentFailure as error:
        return Finding(name, False, str(error), f"the domain {domain.name}")
    works = good is Outcome.PASS and bad is not Outcome.PASS
    said = f"reference {good}, empty answer {bad}; toolchain {backend.toolchain().fingerprint}"
    return Finding(name, works, said, "" if works else f"the domain {domain.name}")


def _device_stage(sandbox: Sandbox) -> Finding:
    """Whether kernels are run and timed on a GPU, asked from inside the sandbox that they would run in."""
    from resources.domains.gpu_kernels.execution.stages.device.discovery import look

    try:
        device = look(sandbox)
    except EnvironmentFailure as error:
        return Finding(_DEVICE, False, str(error), _NO_DEVICE_STAGE)
    if device.device is None:
        return Finding(_DEVICE, False, device.reason, _NO_DEVICE_STAGE)
    return Finding(_DEVICE, True, device.device.description)


def _accelerator() -> Finding:
    if shutil.which("nvidia-smi") is None:
        return Finding(_GPU, False, "no nvidia-smi", _WITHOUT_GPU)
    query = ["nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader"]
    done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
    return Finding(_GPU, done.returncode == 0, done.stdout.strip() or done.stderr.strip(), _WITHOUT_GPU)


def _serving() -> Finding:
    serving = read_settings().home.root / "serving"
    try:
        environment = find_environment(serving)
    except ServingFailed as error:
        return Finding(_VLLM, False, str(error), "models served by this machine; endpoints elsewhere work without it")
    return Finding(_VLLM, True, f"{environment.version}, {environment.build} build, in {environment.folder}")


def print_findings(console: Console, findings: list[Finding], form: QueryForm = QueryForm.TABLE) -> None:
    if form is not QueryForm.TABLE:
        write_records(console, [asdict(finding) for finding in findings], form)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("", "what", "said", "unavailable without it"):
        table.add_column(title, overflow="fold")
    for finding in findings:
        mark = "[green]✓[/]" if finding.works else "[red]✗[/]"
        table.add_row(mark, finding.subject, finding.said, finding.consequence)
    console.print(table)

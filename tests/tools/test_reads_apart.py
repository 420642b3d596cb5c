"""What is read in readers only: a process that asks a domain for everything loads no native parser, and its Python
compiles no text of a candidate.

Each domain in an interpreter of its own, since tests load parsers too.
"""

import json
import subprocess
import sys

import pytest

from resources.domains.registry import load_domains

MARK = "marked_text_9f3a"
PARSERS = ("pyslang", "tree_sitter", "pycparser", "libcst", "parso")
_ASKS = f"""
import json, sys
compiled = []
def watch(event, arguments):
    if event == "compile" and arguments[0]:
        text = arguments[0] if isinstance(arguments[0], str) else bytes(arguments[0]).decode("utf-8", "replace")
        if {MARK!r} in text:
            compiled.append(text[:200])
sys.addaudithook(watch)
from resources.domains.registry import get_domain
"""
_DOMAIN = """
from assets.bundles.build import bundle_from_seed
from resources.execution.bundle import Candidate
from resources.execution.sandbox.selection import make_sandbox
domain = get_domain(sys.argv[1])
bundle = bundle_from_seed(next(seed for seed in domain.builtin_seeds() if not seed.unusable))
comment = {"python": "#", "assembly": "#"}.get(domain.language, "//")
if domain.name in ("cad_modeling", "gpu_kernels", "code_optimization"):
    comment = "#"
candidate = Candidate(bundle.reference + f"\\n{comment} {sys.argv[2]}\\n")
for name in ("refused", "cheap_checks", "static_diagnostic", "simulated_failure"):
    getattr(domain, name)(bundle, candidate)
domain.fault_injector().edits(candidate.code)
domain.targeted_faults().edits(candidate.code)
domain.cheats(bundle), domain.empty_candidate(bundle), domain.instructions(bundle)
observation = domain.backend(make_sandbox()).execute(bundle, candidate)
domain.diagnostics(observation)
said = observation.outcome.value
"""
_TELLS = f"""
loaded = sorted(name for name in sys.modules if name.partition(".")[0].startswith({PARSERS!r}))
print(json.dumps([said, compiled, loaded]))
"""


def asked(script: str, *arguments: str) -> object:
    """What the process says of its work, when it read nothing itself."""
    ran = subprocess.run(
        [sys.executable, "-c", _ASKS + script + _TELLS, *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    said, compiled, loaded = json.loads(ran.stdout.splitlines()[-1])
    assert not compiled
    assert not loaded
    return said


@pytest.mark.parametrize("name", [name for name in load_domains() if name != "gpu_kernels"])
def test_members_and_backends_read_nothing_themselves(name: str) -> None:
    assert asked(_DOMAIN, name, MARK) == "PASS"


def test_the_watch_sees_what_a_process_reads_itself() -> None:
    with pytest.raises(AssertionError):
        asked(f"import ast\nast.parse('x = 1  # {MARK}')\nsaid = ''")
    with pytest.raises(AssertionError):
        asked("import pyslang\nsaid = ''")

"""Every system task that the installed Icarus offers is either known to be harmless or refused."""

import re
from pathlib import Path

import pytest

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.execution.stages.program import audit

HARMLESS = re.compile(
    r"\$(abs|abstime|a?(sin|cos|tan)h?|atan2|accept|bitstoreal|realtobits|ceil|floor|clog2|countbits|countdrivers"
    r"|countones|comment|date|dimensions|unpacked_dimensions|size|left|right|low|high|increment|display[bho]?|write[bho]?"
    r"|strobe[bho]?|monitor[bho]?|monitoron|monitoroff|dist_\w+|mti_\w+|random|urandom|urandom_range|error|info|warning"
    r"|exp|hypot|isunknown|onehot0?|itor|rtoi|ln|log10|max|min|pow|sqrt|q_\w+|realtime|simtime|stime|time|timescale"
    r"|timezero|a?sync\$\w+\$\w+|ivl_(enum|string)_method\$\w+|simparam\$str|[a-z]|scale"
    r"|s?swrite[bho]?|sformatf?|sscanf|simparam|version|value|test|signed|unsigned|log)"
)


def offered() -> set[str]:
    libraries = sorted(Path("/usr/lib").glob("**/ivl/*.vpi"))
    if not libraries:
        pytest.skip("no Icarus libraries under /usr/lib")
    found: set[str] = set()
    for library in libraries:
        found |= {name.decode() for name in re.findall(rb"\0(\$[a-z][a-z0-9_$]*)(?=\0)", library.read_bytes())}
    return found


def test_each_task_of_icarus_is_harmless_or_refused() -> None:
    tasks = offered()
    assert {"$display", "$fopen", "$finish", "$value$plusargs"} <= tasks
    unknown = [
        task
        for task in sorted(tasks)
        if not HARMLESS.fullmatch(task) and not reject(f"module m; initial {task}(1); endmodule")
    ]
    assert unknown == []


def test_the_audit_agrees_with_the_tree() -> None:
    # The program of `$sformat(1)` has no format, and the audit refuses a format that it cannot read.
    for task in offered() - {"$sformat", "$sformatf"}:
        on_tree = bool(reject(f"module m; initial {task}(1); endmodule"))
        in_program = bool(audit(f'    %vpi_call/w 2 7 "{task}", 1 {{0 0 0}};\n'.encode()))
        assert on_tree == in_program, task

"""What is written down of CadQuery's and OCCT's classes is what the installed ones have."""

import json
import subprocess
import sys

from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.language.vocabulary import INNER_ATTRIBUTES

QUESTION = """
import json, sys
import cadquery, cadquery.func
modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in ("cadquery", "OCP")]
classes = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
known = [thing for thing in classes if thing.__module__.partition(".")[0] in ("cadquery", "OCP")]
known += [cadquery, cadquery.func]
print(json.dumps(sorted({name for thing in known for name in dir(thing) if name[0] == "_" != name[1]})))
"""


def test_no_name_with_an_underscore_reaches_what_cadquery_keeps_to_itself() -> None:
    """Asked in a process of its own: CadQuery loads OCCT."""
    answer = subprocess.run([sys.executable, "-c", QUESTION], capture_output=True, check=True, text=True, timeout=120)
    names = json.loads(answer.stdout)
    assert list(INNER_ATTRIBUTES) == sorted(set(INNER_ATTRIBUTES) & set(names))
    assert [name for name in names if not reject(f"class A:\n    {name} = 0\nA.{name}\n")] == []

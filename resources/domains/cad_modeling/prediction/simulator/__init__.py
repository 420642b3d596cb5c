"""Simulator of CadQuery scripts: the solid that their calls describe, as a closed mesh, without OCCT.

- Text to calls: `script`, `expressions`, `builtin_functions`, `values`; what CadQuery makes of a call without geometry:
  `workplane_model`, `workplane_state`, `diagnostic_templates`.
- Calls to bodies: `body_builder`, `chain`, `placement`, `sketch_calls`, `solid_calls`, `shape_calls`, `sweeps`,
  `roundings`, `oddities`.
- Bodies as meshes: `geometry`, `outlines`, `bodies`, `topology`, `selectors`, `body_metrics`.
- Candidate beside reference: `trace_comparison`, `comparison`.

What it says is a feature for the world model, never a verdict; the exact solid is the worker's.
"""

from resources.domains.cad_modeling.prediction.simulator.comparison import PartSimulator

SIMULATOR = PartSimulator()

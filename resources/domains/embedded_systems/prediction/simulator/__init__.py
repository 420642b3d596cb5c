"""Running a firmware without a compiler: its C text is simulated on the peripherals of `mcu`, beside the reference, in
the scenarios of its task.

The CPU, its instructions and their exact time are not there: statements are steps over Python numbers, cut after a
budget. What it says is a feature for the world model, or its words for a failure, never a verdict. The readers are its
own: pycparser knows none of GNU C (attributes, `asm`, statement expressions), of which firmware is full.

- The text: `tokens`, `preprocessor` (with `macros`), `headers`; `shared_variables`
  tells what a compiler keeps in registers
- Readers, which hold each other: `expressions` (with `type_reader`, `initialisers` and `further_arguments`),
  `statements` (with `labels` and `assembly`), `program`
- What they make of it: `operations`, `operators`, `values`, `types`, `steps`, `storage`, `functions`, `library`
  (with `floating` and `formatting`), and `marks` of lines
- What that runs on: `machine`, `memory`; `source_program` is how the model's recorder of conduct sees it
- What it is for: `scenarios`, `comparison`
"""

from resources.domains.embedded_systems.prediction.simulator.comparison import FirmwareSimulator

SIMULATOR = FirmwareSimulator()

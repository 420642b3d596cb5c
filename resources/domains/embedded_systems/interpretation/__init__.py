"""Following a firmware without a compiler: its C text is interpreted on the peripherals of `mcu`, in the scenarios of
its task, beside the reference.

The CPU, its instructions and their exact time are not there: statements are steps over Python numbers, cut after a
budget. What it says is a feature for the world model, or its words for a failure, never a verdict.

- Text to tokens: `tokens`, `preprocessor`, `headers`; what its tokens alone tell: `outline`, `sharing`.
- Tokens to steps, each a class that extends the one before: `cursor`, `tagged`, `specifiers`, `declarations`,
  `operands`, `prefixes`, `expressions`, `initialisers`, `automatic`, `control`, `switches`, `statements`, `variables`,
  `routines`, `program`.
- What they are made of: `kinds`, `names`, `literals`, `code`, `accesses`, `operators`, `conversions`, `passing`,
  `steps`, `loops`, `library`.
- What steps run on: `memory`, `registers`, `events`, `machine`.
- What it is for: `runs`, `expected`, `comparison`; with the lines of the text, for what is said: `places`,
  `placed_tokens`, `calls`.
"""

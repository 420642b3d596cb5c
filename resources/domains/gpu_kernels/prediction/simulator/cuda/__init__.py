"""CUDA C++ programs simulated: all threads of a launch in step, as numpy arrays with masks, between made-up inputs.

`parser` makes a `program` of a text. A `machine` runs it: it holds `expressions` and `statements`, which share
`storage` over `memory`, and the `runtime` that CUDA offers. `execution` runs one case, `comparison` all of a bundle.
Races are looked for between barriers, since threads in step would hide them.
"""

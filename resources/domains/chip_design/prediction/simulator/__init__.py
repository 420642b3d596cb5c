"""Candidate and reference, elaborated by pyslang, are simulated in plain Python: under the bundle's own bench
(`testbench`), and over made-up inputs.

Under the bench, values have four states and time passes as it does in Icarus; over made-up inputs they are numbers with
two states for each bit. A run is cut after a budget of steps, and a design with something that is not modelled is not
simulated. What it says is evidence for the world model, never a verdict.
"""

from resources.domains.chip_design.prediction.simulator.comparison import DesignSimulator

SIMULATOR = DesignSimulator()

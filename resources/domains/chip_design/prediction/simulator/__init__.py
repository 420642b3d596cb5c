"""Candidate and reference, elaborated by pyslang, are simulated in plain Python over made-up inputs and compared.

Values are numbers in Python with two states for each bit. A run is cut after a budget of steps, and a design with
something that is not modelled (delays, inout ports, real numbers) is not simulated. What it says is a feature for the
world model, never a verdict.
"""

from resources.domains.chip_design.prediction.simulator.comparison import DesignSimulator

SIMULATOR = DesignSimulator()

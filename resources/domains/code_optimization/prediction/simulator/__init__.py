"""Following assembly without a processor, beside the baseline, over the same calls."""

from resources.domains.code_optimization.prediction.simulator.comparison import AssemblySimulator

SIMULATOR = AssemblySimulator()

"""Simulators of candidates: Triton programs with their host code and test scripts, and CUDA C++."""

from resources.domains.gpu_kernels.prediction.simulator.cuda import comparison as cuda
from resources.domains.gpu_kernels.prediction.simulator.triton import comparison as triton
from resources.domains.simulation import DifferentialResult
from resources.execution.bundle import Candidate, EnvironmentBundle


class KernelSimulator:
    """Implements Simulator. Each language has one of its own."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        if bundle.settings.get("language") == "cuda":
            return cuda.compare(bundle, candidate)
        return triton.compare(bundle, candidate)


SIMULATOR = KernelSimulator()

"""KernelFingerprinter: what a kernel computes, read from its text. No device and no compiler takes part: whether two
kernels do the same is no cheaper to see in PTX, and needs a GPU's compiler."""

from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, digest
from resources.domains.gpu_kernels.language.cuda_normal_form import function_forms
from resources.domains.toolkit.python_form import python_fingerprint
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Sandbox


class KernelFingerprinter:
    """See the Fingerprinter protocol."""

    version = "1"

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """See the Fingerprinter protocol. What is no Python is read as CUDA C++."""
        return kernel_fingerprint(candidate.code)


@apart(died=lambda *_: NO_FINGERPRINT)
def kernel_fingerprint(code: str) -> Fingerprint:
    read = python_fingerprint(code)
    return read if read.forms else _cuda(code)


def _cuda(code: str) -> Fingerprint:
    forms = function_forms(code)
    if not forms:
        return NO_FINGERPRINT
    return Fingerprint((f"cuda:{digest(*sorted(forms))}",), (), sum(map(len, forms)) // 4)


def fingerprinter(sandbox: Sandbox) -> KernelFingerprinter:
    return KernelFingerprinter()

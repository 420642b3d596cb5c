"""What nvcc accepts and the shim cannot run: named, so that the failure is the environment's and says why.

Only asked once the host compiler has refused a source that nvcc took; whether a candidate may use a construct at all is
`reject`.
"""

import re

from resources.domains.gpu_kernels.cuda.tokens import tokens_of

_CONSTRUCTS = {
    "asm": "inline PTX (asm)",
    "__asm__": "inline PTX (asm)",
    "nvcuda": "tensor cores (wmma)",
    "wmma": "tensor cores (wmma)",
    "cooperative_groups": "cooperative groups",
    "cudaTextureObject_t": "textures",
    "cudaSurfaceObject_t": "surfaces",
    "__activemask": "__activemask",
    "__pipeline_memcpy_async": "asynchronous copies",
    "cub": "CUB",
    "thrust": "Thrust",
    "cuda": "libcu++ (cuda::)",
    "cudaGraph_t": "CUDA graphs",
    "cudaMallocManaged": "managed memory",
    "cudaLaunchKernel": "cudaLaunchKernel",
    "cudaLaunchKernelEx": "cudaLaunchKernelEx",
    "cudaLaunchCooperativeKernel": "cooperative launches",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem": "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
}
_ERROR = re.compile(r"kernel\.cu:\d+:\d+: (?:fatal )?error: ([^\n]*)")


def gap(source: str, log: bytes) -> str:
    """The construct that the shim lacks, in a few words: a known one, or the host compiler's first error."""
    for token in tokens_of(source):
        if token.kind == "word" and token.text in _CONSTRUCTS:
            return _CONSTRUCTS[token.text]
    found = _ERROR.search(log.decode("utf-8", "replace"))
    return found[1] if found else "what the host compiler refuses"

"""Script: prints as JSON what torch sees of the GPU; exits with 1, and says why, where it sees none."""

import json
import sys
from pathlib import Path

import torch
import triton

_VERSION = Path("/proc/driver/nvidia/version")


def main() -> None:
    if not torch.cuda.is_available():
        built = torch.version.cuda or "no CUDA"
        sys.exit(f"torch {torch.__version__} (built for {built}) sees no CUDA device")
    torch.zeros(1, device="cuda").add_(1).item()
    properties = torch.cuda.get_device_properties(0)
    said = {
        "name": properties.name,
        "capability": 10 * properties.major + properties.minor,
        "shared_bytes": getattr(properties, "shared_memory_per_block_optin", 48 << 10),
        "driver": _driver(),
        "torch": torch.__version__,
        "triton": triton.__version__,
        "properties": {
            "name": properties.name,
            "multi_processor_count": properties.multi_processor_count,
            "total_memory": properties.total_memory,
            "warp_size": 32,
            "L2_cache_size": getattr(properties, "L2_cache_size", 0),
        },
    }
    print("\n" + json.dumps(said))


def _driver() -> str:
    """The kernel module's version, or the driver interface's where that is not told."""
    words = _VERSION.read_text().split() if _VERSION.exists() else []
    numbers = [word for word in words if word[0].isdigit() and word.count(".") >= 1]
    return numbers[0] if numbers else f"CUDA {torch.version.cuda}"


main()

"""How a server is told: its command line and environment variables. Nothing is started here."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from resources.serving import transformers_server
from resources.serving.environment import TRANSFORMERS, ServingEnvironment
from resources.serving.settings import ServerSettings

HOST = "127.0.0.1"
CPU_CACHE_GIB = 2
BASE_SUFFIX = "-base"
LORA_RANKS = (8, 16, 32, 64, 128, 256, 320, 512)
"""The ranks that vLLM makes room for; an adapter's own is rounded up."""

STRUCTURED_OUTPUTS = {"backend": "xgrammar", "disable_any_whitespace": True}
"""Small models asked for JSON otherwise stall in white space."""

WHOLE_PROMPTS = "--no-enable-chunked-prefill"
"""Read in parts, as prompts longer than a batch are, one of a request with a seed ends vLLM 0.32 on a CPU: it winds the
sampler's random numbers back by an offset, and a CPU's have none. The endpoint generator sends seeds."""

WITHHELD = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "VLLM_API_KEY", "LD_PRELOAD")
"""Not handed on: of another interpreter, or a key that the server would then ask of everyone; or what would let each
server compile its packages anew, which installing does not compile."""


def command(environment: ServingEnvironment, settings: ServerSettings, model: str, port: int) -> list[str]:
    """`model` is what vLLM loads: a folder or a hub's name. The `vllm` script does not start in the CPU build."""
    if environment.build == TRANSFORMERS:
        return _transformers(environment, settings, model, port)
    module = [str(environment.python), "-m", "vllm.entrypoints.openai.api_server"]
    return [*module, "--host", HOST, "--port", str(port), "--model", model, *_options(environment, settings)]


def _transformers(environment: ServingEnvironment, settings: ServerSettings, model: str, port: int) -> list[str]:
    script = [str(environment.python), "-I", transformers_server.__file__, model, settings.name]
    return [*script, "--host", HOST, "--port", str(port), "--most-tokens", str(settings.max_model_len or 0)]


def _options(environment: ServingEnvironment, settings: ServerSettings) -> Iterator[str]:
    yield from ("--served-model-name", settings.name + (BASE_SUFFIX if settings.adapter else ""))
    yield from ("--dtype", _dtype(environment, settings), "--enable-prompt-tokens-details")
    yield from ("--structured-outputs-config", json.dumps(STRUCTURED_OUTPUTS))
    if settings.max_model_len:
        yield from ("--max-model-len", str(settings.max_model_len))
    if settings.adapter:
        rank = json.loads((settings.adapter / "adapter_config.json").read_text()).get("r", LORA_RANKS[0])
        room = next((known for known in LORA_RANKS if known >= rank), rank)
        yield from (
            "--enable-lora",
            "--max-lora-rank",
            str(room),
            "--lora-modules",
            f"{settings.name}={settings.adapter.resolve()}",
        )
    if environment.build == "cpu":
        yield WHOLE_PROMPTS
    elif settings.kv_cache_gib:
        yield from ("--kv-cache-memory-bytes", str(int(settings.kv_cache_gib * (1 << 30))))
    yield from settings.arguments


def _dtype(environment: ServingEnvironment, settings: ServerSettings) -> str:
    """A model's own type is mostly bfloat16, in which a CPU with AVX2 alone reads prompts at a quarter of the speed."""
    flags = Path("/proc/cpuinfo").read_text().split() if environment.build == "cpu" else []
    return "float32" if settings.dtype == "auto" and "avx2" in flags and "avx512f" not in flags else settings.dtype


def variables(environment: ServingEnvironment, settings: ServerSettings, model: str) -> dict[str, str]:
    """The environment of the server: this process's, less what is of no concern to it."""
    kept = {name: value for name, value in os.environ.items() if name not in WITHHELD}
    return {
        **kept,
        "PATH": f"{environment.folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "VLLM_HOST_IP": HOST,
        "VLLM_NO_USAGE_STATS": "1",
        "PYTHONUNBUFFERED": "1",
        **({"HF_HUB_OFFLINE": "1"} if Path(model).is_dir() else {}),
        **(_on_cpu(settings) if environment.build == "cpu" else {}),
        **settings.environment,
    }


def _on_cpu(settings: ServerSettings) -> Mapping[str, str]:
    return {
        "VLLM_CPU_KVCACHE_SPACE": str(max(1, round(settings.kv_cache_gib or CPU_CACHE_GIB))),
        # A whole prompt is one step, and vLLM ends itself when a step takes longer: by default 300 s, in which a busy
        # core reads 8,000 tokens.
        "VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS": "3600",
    }

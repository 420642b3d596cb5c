"""How vLLM is told: its command line and environment variables. Nothing is started here."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from resources.serving.environment import ServingEnvironment
from resources.serving.settings import ServerSettings

HOST = "127.0.0.1"
CPU_CACHE_GIB = 2
BASE_SUFFIX = "-base"
LORA_RANKS = (8, 16, 32, 64, 128, 256, 320, 512)
"""The ranks that vLLM makes room for; an adapter's own is rounded up."""

STRUCTURED_OUTPUTS = {"backend": "xgrammar", "disable_any_whitespace": True}
"""Small models asked for JSON otherwise stall in white space."""

WITHHELD = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "VLLM_API_KEY", "LD_PRELOAD")
"""Not handed on: of another interpreter, or a key that the server would then ask of everyone."""


def command(environment: ServingEnvironment, settings: ServerSettings, model: str, port: int) -> list[str]:
    """`model` is what vLLM loads: a folder or a hub's name. The `vllm` script does not start in the CPU build."""
    module = [str(environment.python), "-m", "vllm.entrypoints.openai.api_server"]
    return [*module, "--host", HOST, "--port", str(port), "--model", model, *_options(environment, settings)]


def _options(environment: ServingEnvironment, settings: ServerSettings) -> Iterator[str]:
    yield from ("--served-model-name", settings.name + (BASE_SUFFIX if settings.adapter else ""))
    yield from ("--dtype", settings.dtype, "--enable-prompt-tokens-details")
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
    if environment.build == "gpu" and settings.kv_cache_gib:
        yield from ("--kv-cache-memory-bytes", str(int(settings.kv_cache_gib * (1 << 30))))
    yield from settings.arguments


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
    return {"VLLM_CPU_KVCACHE_SPACE": str(max(1, round(settings.kv_cache_gib or CPU_CACHE_GIB)))}

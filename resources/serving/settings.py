"""ServerSettings: all that a local server is told. Data and its validation; how vLLM is told is `launching`."""

from dataclasses import dataclass, field
from pathlib import Path

from resources.serving.environment import ANY, TRANSFORMERS, VLLM
from resources.serving.errors import ServingFailed

ENGINES = (VLLM, TRANSFORMERS, ANY)


@dataclass(frozen=True)
class ServerSettings:
    """One model on the loopback interface.

    `model` is a built-in name (`demo_model.BUILT_IN`), a folder in Hugging Face's layout, or a hub's name.
    `served_name` is what requests call it; "" takes the model's last part. `adapter` is a folder with a LoRA adapter:
    requests reach it by the served name, and the bare model by "NAME-base". `kv_cache_gib` bounds memory for attention
    caches; None is 2 on a CPU and what is left of a GPU. `max_model_len` is in tokens, prompt and answer together; None
    is the model's own. `dtype` "auto" is the model's own, but float32 on a CPU that is slow with bfloat16. `port` 0
    takes a free one. `startup_s` bounds how long a server that is not healthy yet may add nothing new to its log,
    `grace_s` what it has to end by itself.
    `arguments` and `environment` go to vLLM as they are. `engine` is one of ENGINES; transformers takes neither adapter
    nor arguments. Raises ServingFailed, naming the field.
    """

    model: str
    served_name: str = ""
    adapter: Path | None = None
    max_model_len: int | None = None
    dtype: str = "auto"
    kv_cache_gib: float | None = None
    port: int = 0
    startup_s: float = 600.0
    grace_s: float = 10.0
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    engine: str = VLLM

    def __post_init__(self) -> None:
        limits = {"max_model_len": self.max_model_len, "kv_cache_gib": self.kv_cache_gib, "startup_s": self.startup_s}
        wrong = [
            f"{name} is {value}, it has to be above 0"
            for name, value in limits.items()
            if value is not None and value <= 0
        ]
        if not self.model.strip():
            wrong.append("model is empty")
        if not 0 <= self.port <= 65535:
            wrong.append(f"port is {self.port}, it has to be from 0 to 65535")
        if self.adapter and not (self.adapter / "adapter_config.json").is_file():
            wrong.append(f"adapter {self.adapter} holds no adapter_config.json")
        reserved = [word for word in self.arguments if word.split("=")[0] in RESERVED]
        if reserved:
            wrong.append(f"arguments hold {', '.join(reserved)}: there are settings for them")
        if self.engine not in ENGINES:
            wrong.append(f"engine is {self.engine}, it has to be one of {', '.join(ENGINES)}")
        if self.engine == TRANSFORMERS and (self.adapter or self.arguments):
            wrong.append("engine transformers takes no adapter and no arguments of vLLM's")
        if wrong:
            raise ServingFailed("; ".join(wrong))

    @property
    def name(self) -> str:
        """What requests call the model."""
        return self.served_name or self.model.rstrip("/").rsplit("/", 1)[-1]


RESERVED = frozenset(
    {"--host", "--port", "--uds", "--model", "--served-model-name", "--max-model-len", "--dtype", "--lora-modules"}
)
"""vLLM's options that are settings of their own, so that what is announced is what runs."""

"""VllmResource: hands a served model to what needs one during a run.

Configuration and assembly only; the server's processes and health are `resources.serving`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg
from pydantic import Field

from resources.serving.health import ServedModel
from resources.serving.server import serve
from resources.serving.settings import ServerSettings


class VllmResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """A local server for as long as it is used, or the one at `url`. `folder` is the home's folder for serving."""

    folder: str
    model: str = Field("smollm2-135m", description="built in; or a folder, or a hub's name")
    url: str = Field("", description="of a server that runs already, up to /v1; empty: one is started here")
    adapter: str = Field("", description="folder with a LoRA adapter")
    max_model_len: int | None = Field(None, description="tokens of prompt and answer; empty: the model's own")
    kv_cache_gib: float | None = Field(None, description="memory for attention caches; empty: chosen")
    arguments: list[str] = Field([], description="further options of vLLM")

    @contextmanager
    def serving(self) -> Iterator[ServedModel]:
        """Raises ServingFailed where the model is not served; leaves no process behind."""
        settings = ServerSettings(
            self.model,
            adapter=Path(self.adapter) if self.adapter else None,
            max_model_len=self.max_model_len,
            kv_cache_gib=self.kv_cache_gib,
            arguments=tuple(self.arguments),
        )
        with serve(settings, Path(self.folder), self.url) as served:
            yield served

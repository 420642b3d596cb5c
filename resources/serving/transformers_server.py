"""A model server over transformers, for small models where vLLM is not: one answer after the other, one folder, no key.

It speaks as much of the OpenAI dialect as the endpoint generator and exams ask for: `/health`, `/v1/models`, and chat
completions with temperature, top_p, max_tokens and a seed. Run as a script; it imports nothing of this project.

    python transformers_server.py FOLDER NAME --host 127.0.0.1 --port 8000 --most-tokens 0
"""

import argparse
import threading
import time
from dataclasses import dataclass
from typing import Any

ANSWER_TOKENS = 1024
"""Where a request says nothing."""


class TooLong(Exception):
    """In the words by which clients know that another request may do."""


@dataclass(frozen=True)
class Sampling:
    """`temperature` 0 takes the likeliest token."""

    temperature: float
    top_p: float
    tokens: int
    seed: int


@dataclass(frozen=True)
class Written:
    text: str
    prompt_tokens: int
    tokens: int
    is_whole: bool


class Writer:
    """One model. A request with the same seed gets the same answer, whatever was asked in between."""

    def __init__(self, folder: str, most_tokens: int) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        on_gpu = torch.cuda.is_available()
        model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16 if on_gpu else torch.float32)
        self._model: Any = model.to("cuda" if on_gpu else "cpu").eval()
        own = int(getattr(self._model.config, "max_position_embeddings", 0) or 0)
        self.most_tokens = min(filter(None, (own, most_tokens)), default=1 << 20)
        self._one = threading.Lock()

    def write(self, messages: list[dict[str, str]], sampling: Sampling) -> Written:
        """Raises TooLong, and jinja2's TemplateError for a conversation that the template refuses."""
        import torch

        told = self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        prompt = self._tokenizer(told, add_special_tokens=False, return_tensors="pt").to(self._model.device)
        count = int(prompt["input_ids"].shape[1])
        room = self.most_tokens - count
        if room < 1:
            raise TooLong(f"the prompt has {count} tokens; the maximum context length is {self.most_tokens}")
        with self._one, torch.inference_mode():
            torch.manual_seed(sampling.seed)
            answer = self._model.generate(
                **prompt, max_new_tokens=min(sampling.tokens, room), pad_token_id=self._padding(), **_drawing(sampling)
            )
        own = answer[0, count:].tolist()
        ends = self._ends()
        whole = bool(own) and own[-1] in ends
        text = self._tokenizer.decode(own[:-1] if whole else own, skip_special_tokens=True)
        return Written(text, count, len(own), whole)

    def _ends(self) -> set[int]:
        told = self._model.generation_config.eos_token_id
        ends = set(told) if isinstance(told, list) else {told}
        return {end for end in (*ends, self._tokenizer.eos_token_id) if end is not None}

    def _padding(self) -> int:
        return min(self._ends(), default=0)


def _drawing(sampling: Sampling) -> dict[str, Any]:
    """All are said: a model's own generation config would else have its say. Its end tokens stay."""
    if sampling.temperature <= 0:
        return {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
    return {"do_sample": True, "temperature": sampling.temperature, "top_p": sampling.top_p, "top_k": 0}


def application(writer: Writer, name: str) -> Any:
    """The server's routes."""
    from jinja2 import TemplateError
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    def refused(status: int, why: str) -> JSONResponse:
        return JSONResponse({"error": {"message": why, "type": "invalid_request_error"}}, status)

    def health(_: Request) -> JSONResponse:
        return JSONResponse({})

    def models(_: Request) -> JSONResponse:
        own = {"id": name, "object": "model", "owned_by": "icwm", "max_model_len": writer.most_tokens}
        return JSONResponse({"object": "list", "data": [own]})

    async def complete(request: Request) -> JSONResponse:
        try:
            body = await request.json()
            messages = [{"role": str(said["role"]), "content": str(said["content"])} for said in body["messages"]]
            sampling = _sampling(body)
        except (ValueError, KeyError, TypeError) as error:
            return refused(400, f"not understood: {type(error).__name__} {error}")
        if body.get("model") != name:
            return refused(404, f"no model {body.get('model')!r}; there is {name}")
        if body.get("stream") or body.get("n") not in (None, 1):
            return refused(400, "one whole answer a request: neither stream nor n")
        try:
            written = await run_in_threadpool(writer.write, messages, sampling)
        except (TooLong, TemplateError) as error:
            return refused(400, str(error))
        return JSONResponse(_completion(name, written))

    routes = [Route("/health", health), Route("/v1/models", models)]
    return Starlette(routes=[*routes, Route("/v1/chat/completions", complete, methods=["POST"])])


def _sampling(body: dict[str, Any]) -> Sampling:
    """Raises ValueError and TypeError."""
    tokens = body.get("max_completion_tokens") or body.get("max_tokens") or ANSWER_TOKENS
    given = {key: float(body[key]) if body.get(key) is not None else 1.0 for key in ("temperature", "top_p")}
    return Sampling(given["temperature"], given["top_p"], max(1, int(tokens)), int(body.get("seed") or 0))


def _completion(name: str, written: Written) -> dict[str, Any]:
    return {
        "id": f"icwm-{time.time_ns()}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": name,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": written.text},
                "finish_reason": "stop" if written.is_whole else "length",
            }
        ],
        "usage": {
            "prompt_tokens": written.prompt_tokens,
            "completion_tokens": written.tokens,
            "total_tokens": written.prompt_tokens + written.tokens,
        },
    }


def main() -> None:
    import uvicorn

    told = argparse.ArgumentParser()
    told.add_argument("folder")
    told.add_argument("name")
    told.add_argument("--host", default="127.0.0.1")
    told.add_argument("--port", type=int, default=8000)
    told.add_argument("--most-tokens", type=int, default=0)
    asked = told.parse_args()
    uvicorn.run(application(Writer(asked.folder, asked.most_tokens), asked.name), host=asked.host, port=asked.port)


if __name__ == "__main__":
    main()

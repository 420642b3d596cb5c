"""Greedy decoding of a whole batch in fixed places, so that on a GPU a step is one replay of a captured graph.

`generate` of transformers starts some two thousand kernels a token, so that a small model waits for Python: 225 prompts
took minutes. Here the model's own layers run over keys and values that never move; rows are padded on the left, and
what a step looks at grows by whole blocks of columns, one graph for each.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

ATTENTION = "grouped"
BLOCK = 256
"""Columns that are added at a time to what a step looks at."""
PREFILLED_AT_ONCE = 8
"""Prompts, since attention over a whole prompt is the largest tensor."""
WARM_STEPS = 3
CHECKED_EVERY = 32
"""Steps between two looks at whether every row has ended."""


def greedy(model: Any, prompts: Sequence[Sequence[int]], new_tokens: int, end: int) -> list[list[int]]:
    """What follows each prompt, up to and with `end`, or `new_tokens` long. Of decoders whose layers are called as
    Llama's are in transformers 5 (Llama, SmolLM2, Mistral, Qwen2)."""
    import torch

    register_attention()
    model.set_attn_implementation(ATTENTION)
    with torch.inference_mode():
        batch = _Batch(model, prompts, new_tokens, end)
        batch.prefill()
        step = batch.steps()
        for made in range(1, new_tokens):
            if made % CHECKED_EVERY == 0 and bool(batch.ended.all()):
                break
            next(step)()
        rows: list[list[int]] = batch.made.tolist()
    return [row[: row.index(end) + 1] if end in row else row for row in rows]


def register_attention() -> None:
    from transformers import AttentionInterface

    AttentionInterface.register(ATTENTION, grouped_attention)


def grouped_attention(
    module: Any, query: Any, key: Any, value: Any, attention_mask: Any, scaling: float, **_: Any
) -> tuple[Any, None]:
    """Without a copy of keys for each query head. `query` is [rows, heads, length, width], the mask is added."""
    rows, heads, length, width = query.shape
    shared = key.shape[1]
    grouped = query.reshape(rows, shared, heads // shared * length, width)
    scores = (grouped @ key.transpose(-1, -2)).reshape(rows, shared, heads // shared, length, -1)
    weights = (scores.float() * scaling + attention_mask.unsqueeze(1)).softmax(-1).to(value.dtype)
    seen = weights.reshape(rows, shared, heads // shared * length, -1) @ value
    return seen.reshape(rows, heads, length, width).transpose(1, 2), None


class _Places:
    """Keys and values of a batch. Stands where transformers has its cache, and has of it what layers call."""

    def __init__(self, config: Any, rows: int, columns: int, like: Any) -> None:
        heads = config.num_key_value_heads
        width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
        shape = (config.num_hidden_layers, rows, heads, columns, width)
        self.keys, self.values = like.new_zeros(shape), like.new_zeros(shape)
        self.rows, self.column, self.end = slice(None), like.new_zeros(1, dtype=_long()), 0

    def update(self, keys: Any, values: Any, layer: int, *_: Any) -> tuple[Any, Any]:
        """A prompt begins in the first column; a token goes where `column` says, and sees what is before `end`."""
        if keys.shape[2] > 1 or not self.end:
            self.keys[layer, self.rows, :, : keys.shape[2]] = keys
            self.values[layer, self.rows, :, : keys.shape[2]] = values
            return keys, values
        self.keys[layer].index_copy_(2, self.column, keys)
        self.values[layer].index_copy_(2, self.column, values)
        return self.keys[layer][:, :, : self.end], self.values[layer][:, :, : self.end]


class _Batch:
    """State of a batch, all of it in tensors that stay where they are."""

    def __init__(self, model: Any, prompts: Sequence[Sequence[int]], new_tokens: int, end: int) -> None:
        import torch

        self._model, self._end = model, end
        weight = model.get_input_embeddings().weight
        device, rows, self._width = weight.device, len(prompts), max(map(len, prompts))
        columns = -(-(self._width + new_tokens) // BLOCK) * BLOCK
        padded = [[end] * (self._width - len(ids)) + list(ids) for ids in prompts]
        self._ids = torch.tensor(padded, device=device)
        self._first = torch.tensor([self._width - len(ids) for ids in prompts], device=device)
        self._places = _Places(model.config, rows, columns, weight)
        self._columns = torch.arange(columns, device=device)
        self._position = (self._width - self._first)[:, None]
        self._token = torch.full((rows, 1), end, device=device)
        self._step = torch.zeros(1, dtype=torch.long, device=device)
        self.made = torch.full((rows, new_tokens), end, device=device)
        self.ended = torch.zeros(rows, dtype=torch.bool, device=device)

    def prefill(self) -> None:
        """Prompts, a few at a time; then the first token of each."""
        import torch

        seen = torch.arange(self._width, device=self._ids.device)
        last = []
        for start in range(0, len(self._ids), PREFILLED_AT_ONCE):
            self._places.rows = slice(start, start + PREFILLED_AT_ONCE)
            first = self._first[self._places.rows, None, None]
            visible = (seen[None, None, :] <= seen[None, :, None]) & (seen[None, None, :] >= first)
            visible |= torch.eye(self._width, dtype=torch.bool, device=seen.device)
            positions = (seen[None, :] - first[:, 0]).clamp(min=0)
            last.append(self._forward(self._ids[self._places.rows], positions, visible[:, None])[:, -1])
        self._places.column.fill_(self._width)
        self._keep(torch.cat(last))

    def steps(self) -> Iterator[Callable[[], None]]:
        """A call for each step: the first ones as they are, then replays where a GPU is."""
        import torch

        if self._ids.device.type != "cuda":
            for column in range(self._width, len(self._columns)):
                self._places.end = column + 1
                yield self._advance
            return
        aside: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        graph: Any = None
        for number, column in enumerate(range(self._width, len(self._columns))):
            if (end := -(-(column + 1) // BLOCK) * BLOCK) != self._places.end:
                self._places.end, graph = end, None
            if number < WARM_STEPS:
                yield lambda: self._advance_aside(aside)
                continue
            if graph is None:
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    self._advance()
            yield graph.replay

    def _advance_aside(self, stream: Any) -> None:
        import torch

        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._advance()
        torch.cuda.current_stream().wait_stream(stream)

    def _advance(self) -> None:
        seen = self._columns[: self._places.end]
        visible = (seen[None, :] >= self._first[:, None]) & (seen[None, :] <= self._places.column)
        hidden = self._forward(self._token, self._position, visible[:, None, None, :])
        self._places.column.add_(1)
        self._position.add_(1)
        self._keep(hidden[:, -1])

    def _forward(self, ids: Any, positions: Any, visible: Any) -> Any:
        """Hidden states behind the last norm. `visible` is [rows, 1, queries, keys]."""
        import torch

        body = self._model.model
        hidden = body.embed_tokens(ids)
        added = torch.zeros(visible.shape, device=ids.device).masked_fill(~visible, -torch.inf)
        turned = body.rotary_emb(hidden, position_ids=positions)
        for layer in body.layers:
            hidden = layer(hidden, attention_mask=added, past_key_values=self._places, position_embeddings=turned)
        return body.norm(hidden)

    def _keep(self, hidden: Any) -> None:
        """The likeliest token of each row, `end` where it has ended."""
        token = self._model.lm_head(hidden).argmax(-1).masked_fill(self.ended, self._end)
        self.ended.logical_or_(token == self._end)
        self.made.index_copy_(1, self._step, token[:, None])
        self._token.copy_(token[:, None])
        self._step.add_(1)


def _long() -> Any:
    import torch

    return torch.long

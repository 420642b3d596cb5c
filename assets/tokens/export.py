"""The corpus as packed tokens of one model: Parquet by split, and a file that says how it was made.

Tokens are packed by windows, so that memory holds one window and not the corpus. A split's packs are all of one length
at most, and none mixes two splits. Rows of benchmarks' tasks are left out.
"""

import hashlib
import json
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from assets.corpus.schema import REASONING_CORPUS
from assets.learned import Learned
from assets.publication.folder import with_file, written_anew
from assets.publication.published_rows import PUBLISHED, NothingToPublish, PublishedRows
from assets.tokens.chat_format import DATE, ChatFormat, ObservationRole, TemplateUnusable
from assets.tokens.mix import WHOLE_CORPUS, Mix, MixedRows
from assets.tokens.prefix_tree import PrefixTree, forest, trees
from assets.tokens.sequences import TokenSequence, fitting, sequences
from resources.storage.lake import Lake


def best_fit(sizes: Sequence[int], capacity: int) -> list[list[int]]:
    """Places of `sizes` by bin. The largest goes first, into the bin that it leaves the least room in.

    Equal sizes keep their order, so that the same items give the same bins. No size may exceed `capacity`.
    """
    bins: list[list[int]] = []
    rooms: list[int] = []
    by_room: dict[int, list[int]] = {}
    for place in sorted(range(len(sizes)), key=lambda place: (-sizes[place], place)):
        at = bisect_left(rooms, sizes[place])
        if at == len(rooms):
            bins.append([])
            room, chosen = capacity, len(bins) - 1
        else:
            room, chosen = rooms[at], by_room[rooms[at]].pop()
            if not by_room[room]:
                del by_room[room], rooms[at]
        bins[chosen].append(place)
        left = room - sizes[place]
        if left not in by_room:
            insort(rooms, left)
        by_room.setdefault(left, []).append(chosen)
    return bins


def fullness(sizes: Sequence[int], bins: Sequence[Sequence[int]], capacity: int) -> float:
    """The share of the bins' capacity that is used; 0 of none."""
    return sum(sizes) / (len(bins) * capacity) if bins else 0.0


DESCRIPTION = "tokens.json"
WINDOW_TOKENS = 32 << 20
"""Tokens that are packed together; about a gigabyte while they are lists."""
_IDS, _ROWS = pa.list_(pa.int32()), pa.list_(pa.string())
FLAT = pa.schema(
    [("input_ids", _IDS), ("labels", _IDS), ("position_ids", _IDS), ("seq_lengths", _IDS), ("row_ids", _ROWS)]
)
"""As TRL reads packs: `labels` is -100 where there is no loss, `seq_lengths` cuts a pack into its sequences."""
TREES = pa.schema(
    [("input_ids", _IDS), ("position_ids", _IDS), ("parents", _IDS), ("ends", _IDS), ("weights", _IDS),
     ("row_ids", _ROWS)]
)  # fmt: skip
Row = Mapping[str, Any]


@dataclass(frozen=True)
class TokenSettings:
    """`length` is the most tokens of a pack; `learned` None takes each row's own mask; `mix` says which rows."""

    length: int = 16_384
    learned: Learned | None = None
    as_trees: bool = False
    mix: Mix = WHOLE_CORPUS


@dataclass(frozen=True)
class SplitFigures:
    """Of one split. `sequence_tokens` counts shared beginnings each time, `tokens` what the file holds."""

    split: str
    packs: int
    rows: int
    answers: int
    answers_too_long: int
    sequence_tokens: int
    tokens: int
    learned_tokens: int
    fullness: float


@dataclass
class _Counted:
    rows: int = 0
    answers: int = 0
    too_long: int = 0
    sequence_tokens: int = 0
    learned_tokens: int = 0
    tokens: int = 0
    packs: int = 0


def export_tokens(
    lake: Lake, domains: Iterable[str], folder: Path, tokenizer: Any, template: str | None, settings: TokenSettings
) -> list[SplitFigures]:
    """Writes `folder` anew. Raises NothingToPublish, TemplateUnusable, FolderTaken where it holds other things."""
    domains = [domain for domain in domains if lake.manifest(REASONING_CORPUS.name, domain) is not None]
    longest = {split: found for split in PUBLISHED if (found := _longest(lake, domains, split))}
    if not longest:
        raise NothingToPublish("the corpus has no row yet that may be published: `icwm run` makes some")
    chat = chat_format(tokenizer, template, list(longest.values()))
    rows = MixedRows(lake, domains, settings.mix, settings.learned)
    return write_tokens(folder, {split: rows.stages(split) for split in longest}, chat, settings)


def write_tokens(
    folder: Path, stages: Mapping[str, Iterable[Iterable[Row]]], chat: ChatFormat, settings: TokenSettings
) -> list[SplitFigures]:
    """Writes `folder` anew with the stages of each split, whose rows are conversations with a `loss_mask`."""
    with written_anew(folder, with_file(DESCRIPTION)):
        figures = [_write_split(folder, split, own, chat, settings) for split, own in stages.items()]
        _describe(folder, chat, settings, figures)
    return figures


def chat_format(tokenizer: Any, template: str | None, rows: Sequence[Row]) -> ChatFormat:
    """With tools as role `tool`; as `user` where the template takes no tool that nobody called."""
    chat = ChatFormat(tokenizer, template)
    longest = max((row["messages"] for row in rows), key=len)
    last = max(place for place, said in enumerate(longest) if said["role"] == "assistant")
    try:
        chat.target(longest, last)
    except TemplateUnusable:
        chat = ChatFormat(tokenizer, template, ObservationRole.USER)
        chat.target(longest, last)
    return chat


def _longest(lake: Lake, domains: Iterable[str], split: str) -> Row | None:
    """The row of most messages; None where the split has no row."""
    found: Row | None = None
    for domain in domains:
        for batch in PublishedRows(lake, REASONING_CORPUS.name, domain).batches(split, ["messages"]):
            lengths = pc.list_value_length(batch["messages"])
            if batch.num_rows and (found is None or pc.max(lengths).as_py() > len(found["messages"])):
                found = batch.slice(pc.index(lengths, pc.max(lengths)).as_py(), 1).to_pylist()[0]
    return found


def _write_split(
    folder: Path, split: str, stages: Iterable[Iterable[Row]], chat: ChatFormat, settings: TokenSettings
) -> SplitFigures:
    """One window after the other, and no window is of two stages."""
    path, count = folder / "data" / f"{split}-00000-of-00001.parquet", _Counted()
    path.parent.mkdir(exist_ok=True)
    with pq.ParquetWriter(path, TREES if settings.as_trees else FLAT, compression="zstd") as writer:
        for window in (found for rows in stages for found in _windows(_sequences(rows, chat, settings.length, count))):
            packs = _tree_packs(window, settings.length) if settings.as_trees else _packs(window, settings.length)
            count.packs += len(packs)
            count.tokens += sum(len(pack["input_ids"]) for pack in packs)
            writer.write_table(pa.Table.from_pylist(packs, writer.schema))
    full = fullness([count.tokens], [[0]] * count.packs, settings.length)
    return SplitFigures(split, count.packs, count.rows, count.answers, count.too_long, count.sequence_tokens,
                        count.tokens, count.learned_tokens, full)  # fmt: skip


def _sequences(rows: Iterable[Row], chat: ChatFormat, length: int, count: _Counted) -> Iterator[TokenSequence]:
    for row in rows:
        found = sequences(chat, row)
        kept = [fits for each in found if (fits := fitting(each, length))]
        count.rows += bool(kept)
        count.answers += sum(len(each.learned) for each in kept)
        count.too_long += sum(len(each.learned) for each in found) - sum(len(each.learned) for each in kept)
        count.sequence_tokens += sum(len(each.ids) for each in kept)
        count.learned_tokens += sum(span.end - span.start for each in kept for span in each.learned)
        yield from kept


def _windows(found: Iterable[TokenSequence]) -> Iterator[list[TokenSequence]]:
    window: list[TokenSequence] = []
    tokens = 0
    for sequence in found:
        window.append(sequence)
        tokens += len(sequence.ids)
        if tokens >= WINDOW_TOKENS:
            yield window
            window, tokens = [], 0
    if window:
        yield window


def _packs(window: Sequence[TokenSequence], length: int) -> list[dict[str, Any]]:
    bins = best_fit([len(sequence.ids) for sequence in window], length)
    return [_flat([window[place] for place in own]) for own in _mixed(bins, lambda place: window[place].row_id)]


def _tree_packs(window: Sequence[TokenSequence], length: int) -> list[dict[str, Any]]:
    found = list(trees(window, length))
    bins = best_fit([len(tree) for tree in found], length)
    return [
        _forest(forest([found[place] for place in own])) for own in _mixed(bins, lambda place: found[place].row_ids[0])
    ]


def _mixed(bins: Sequence[Sequence[int]], name: Callable[[int], str]) -> list[Sequence[int]]:
    """In an order that has nothing to do with length: best-fit makes the packs of long sequences first."""
    return sorted(bins, key=lambda own: hashlib.sha256(f"{name(own[0])} {own[0]}".encode()).digest())


def _flat(pack: Sequence[TokenSequence]) -> dict[str, Any]:
    return {
        "input_ids": [token for sequence in pack for token in sequence.ids],
        "labels": [label for sequence in pack for label in sequence.labels],
        "position_ids": [place for sequence in pack for place in range(len(sequence.ids))],
        "seq_lengths": [len(sequence.ids) for sequence in pack],
        "row_ids": [sequence.row_id for sequence in pack],
    }


def _forest(pack: PrefixTree) -> dict[str, Any]:
    return {
        "input_ids": pack.ids,
        "position_ids": pack.positions,
        "parents": pack.parents,
        "ends": pack.ends,
        "weights": pack.weights,
        "row_ids": pack.row_ids,
    }


def _describe(folder: Path, chat: ChatFormat, settings: TokenSettings, figures: Sequence[SplitFigures]) -> None:
    """No name of a file or folder of this machine: a tokenizer and a template are told by their content."""
    import tokenizers
    import transformers

    backend = chat.tokenizer.backend_tokenizer.to_str() if chat.tokenizer.is_fast else repr(chat.tokenizer.get_vocab())
    description = {
        "form": "prefix trees" if settings.as_trees else "packed sequences",
        "length": settings.length,
        "learned": settings.learned.value if settings.learned else "as in reasoning_corpus",
        "mix": asdict(settings.mix),
        "observations as": chat.role.value,
        "date in templates": DATE.isoformat(),
        "tokenizer sha256": hashlib.sha256(backend.encode()).hexdigest(),
        "template sha256": hashlib.sha256(str(chat.template).encode()).hexdigest(),
        "libraries": {"transformers": transformers.__version__, "tokenizers": tokenizers.__version__},
        "splits": [asdict(split) for split in figures],
    }
    (folder / DESCRIPTION).write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")

"""How much of a set of reasoning texts is said in the same words: recurring sentences, distinct runs, self-BLEU,
quotation.

Masked, a text says what its author chose to say: what is quoted, numbers and labels are made alike. Measures fall or
rise with the size of the set, so each is taken of a sample of one size, drawn by the texts' hashes.
"""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SAMPLE_WORDS, SAMPLE_TEXTS, SAMPLE_SENTENCES, RUN = 10_000, 100, 500, 4
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"")
_LABEL = re.compile(r"\b[A-Z]{3,}(?:_[A-Z]+)*\b")
_NUMBER = re.compile(r"\b\d[\d.,]*\b")
_SENTENCE = re.compile(r"(?<=[.?!])\s+|\n+")
_LIST = re.compile(r"\bQ(?: \(line N\))?(?:,? (?:and |or )?(?:Q(?: \(line N\))?|N more))*")
_WORD = re.compile(r"[^\W_][\w'-]*")


@dataclass(frozen=True)
class TextMeasures:
    """Shares are 0 to 1; of no text all are 0.

    `templates` is the share of sentences that, masked, stand in another text as well; `distinct` the number of
    different runs of four words by that of all, as written, and `masked_distinct` masked; `self_bleu` how well a text
    is foretold by ninety-nine others; `quoted` the share of characters that are quotation.
    """

    texts: int = 0
    sentences: int = 0
    templates: float = 0.0
    distinct: float = 0.0
    masked_distinct: float = 0.0
    self_bleu: float = 0.0
    quoted: float = 0.0


def text_measures(texts: Iterable[str]) -> TextMeasures:
    drawn = sorted({text for text in texts if text.strip()}, key=_drawn)
    if not drawn:
        return TextMeasures()
    masked_texts = [masked(text) for text in drawn]
    sentences = [_sentences(text) for text in masked_texts]
    return TextMeasures(
        texts=len(drawn),
        sentences=sum(map(len, sentences)),
        templates=_recurring(sentences),
        distinct=_distinct([words(text) for text in drawn]),
        masked_distinct=_distinct([words(text) for text in masked_texts]),
        self_bleu=self_bleu([words(text) for text in drawn[:SAMPLE_TEXTS]]),
        quoted=_share(sum(_quoted(text) for text in drawn), sum(map(len, drawn))),
    )


def masked(text: str) -> str:
    """A quotation, or a list of some with their lines, is `Q`, labels `L`, numbers `N`; blocks of code are gone."""
    return _LIST.sub("Q", _NUMBER.sub("N", _LABEL.sub("L", _QUOTED.sub("Q", _FENCED.sub("\n", text)))))


def _sentences(masked_text: str) -> list[str]:
    """In their words alone; a quotation by itself is none."""
    said = (" ".join(words(part)) for part in _SENTENCE.split(masked_text))
    return [one for one in said if one and one != "q"]


def _recurring(texts: Sequence[Sequence[str]]) -> float:
    """Share of sentences that another text has, too, of the first `SAMPLE_SENTENCES`, whole texts."""
    taken, sample = 0, list[Sequence[str]]()
    for sentences in texts:
        sample.append(sentences)
        taken += len(sentences)
        if taken >= SAMPLE_SENTENCES:
            break
    holders = Counter(said for sentences in sample for said in set(sentences))
    return _share(sum(holders[said] > 1 for sentences in sample for said in sentences), taken)


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def self_bleu(texts: Sequence[Sequence[str]]) -> float:
    """The mean BLEU-4 of each text against all others; 0 of fewer than two."""
    if len(texts) < 2:
        return 0.0
    counts = [[_runs(text, length) for text in texts] for length in range(1, RUN + 1)]
    best = [_two_best(of_length) for of_length in counts]
    return sum(_bleu([of_length[place] for of_length in counts], best) for place in range(len(texts))) / len(texts)


def _two_best(counts: Sequence[Counter[tuple[str, ...]]]) -> dict[tuple[str, ...], tuple[int, int]]:
    """The two highest counts of each run: the second is the most of all others for the text that has the first."""
    best: dict[tuple[str, ...], tuple[int, int]] = {}
    for own in counts:
        for run, count in own.items():
            first, second = best.get(run, (0, 0))
            best[run] = (count, first) if count > first else (first, max(second, count))
    return best


def _bleu(own: Sequence[Counter[tuple[str, ...]]], best: Sequence[dict[tuple[str, ...], tuple[int, int]]]) -> float:
    logarithms = 0.0
    for counts, highest in zip(own, best, strict=True):
        clipped = 0
        for run, count in counts.items():
            first, second = highest[run]
            clipped += min(count, second if count == first else first)
        if not clipped:
            return 0.0
        logarithms += math.log(clipped / counts.total())
    return math.exp(logarithms / len(own))


def _distinct(texts: Sequence[Sequence[str]]) -> float:
    """Of the first `SAMPLE_WORDS` words, whole texts."""
    runs: Counter[tuple[str, ...]] = Counter()
    taken = 0
    for text in texts:
        runs += _runs(text, RUN)
        taken += len(text)
        if taken >= SAMPLE_WORDS:
            break
    return _share(len(runs), runs.total())


def _runs(text: Sequence[str], length: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(text[start:] for start in range(length)), strict=False))


def _quoted(text: str) -> int:
    fenced = _FENCED.findall(text)
    return sum(map(len, fenced)) + sum(map(len, _QUOTED.findall(_FENCED.sub("\n", text))))


def _share(count: int, total: int) -> float:
    return count / total if total else 0.0


def _drawn(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

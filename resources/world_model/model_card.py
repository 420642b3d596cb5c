"""The README inside a checkpoint: what it was trained on and what was measured, from its manifest alone."""

from collections.abc import Mapping
from typing import Any

from resources.world_model.calibration import MIN_EXAMPLES, CalibrationFigures
from resources.world_model.manifest import HeldOutFigures, Manifest
from resources.world_model.settings import TrainingSettings
from resources.world_model.trust import NEVER, TrustFigures
from resources.world_model.verdicts import VERDICTS_FILE


def model_card(manifest: Manifest) -> str:
    """Markdown with a Hugging Face header."""
    settings = manifest.settings
    return "\n".join(
        [
            "---",
            "library_name: transformers",
            "pipeline_tag: text-generation",
            f"tags: [world-model, {', '.join(manifest.domains)}]",
            "---",
            "# Industrial code world model",
            "",
            "Predicts what a real tool would say about a candidate program: an outcome label, the stage that",
            "decided it, a diagnostic and numbers. It stands in for execution where it is sure; it is no proof.",
            "",
            f"- Decoder-only, {manifest.parameters:,} parameters, {origin(settings, manifest.parent)}.",
            f"- {manifest.examples} executed turns (data hash `{manifest.data_hash[:16]}`), {manifest.steps} steps of "
            f"{settings.batch_size} ({manifest.steps_planned} were planned), {manifest.tokens:,} tokens.",
            f"- Last losses: {', '.join(f'{name} {value:.3f}' for name, value in manifest.losses.items())}.",
            f"- Code {manifest.code_version or 'unknown'}, rendering {manifest.rendering_version}; "
            + ", ".join(f"{name} {found}" for name, found in manifest.libraries.items()),
            "",
            "## Training labels",
            "",
            "| domain | label | turns |",
            "|---|---|---|",
            *(
                f"| {domain} | {label} | {count} |"
                for domain, counts in manifest.label_counts.items()
                for label, count in counts.items()
            ),
            "",
            *splits_table(manifest.splits),
            "## Held-out turns",
            "",
            "No turn of these was in training or calibration. `seed`: tasks that training never saw; `fault`: kinds",
            "of fault that it never saw. Trusted: predictions that may stand in the tool's place. `unfollowed`: the",
            "hybrid mode without what a domain finds by interpreting a candidate, as in tasks where that fails.",
            "",
            *held_out_table(manifest.measured),
            "",
            "## Calibration split",
            "",
            "Weights, temperatures and thresholds were fitted on these turns. Trusted predictions are held to",
            f"{settings.trust_accuracy:.0%} accuracy and {settings.trust_false_pass:.1%} false PASSes here;",
            f"a home with other limits fits its own thresholds to the verdicts in `{VERDICTS_FILE}`.",
            *inherited_note(manifest.parent),
            *calibrated_note(manifest.calibrated_from),
            "",
            *calibration_table(manifest.calibration),
            "",
            *trust_table(manifest.trust),
            "",
            "## Toolchains",
            "",
            "| domain | fingerprint | turns |",
            "|---|---|---|",
            *(
                f"| {domain} | `{fingerprint or 'unknown'}` | {count} |"
                for domain, counts in manifest.toolchains.items()
                for fingerprint, count in counts.items()
            ),
            "",
        ]
    )


def calibrated_note(checkpoint: str) -> list[str]:
    if not checkpoint:
        return []
    return [f"It is `{checkpoint[:16]}`, calibrated on further sources of tasks in the home where it answered."]


def inherited_note(parent: str) -> list[str]:
    return [f"Domains with fewer than {MIN_EXAMPLES} turns of their own keep the parent's."] if parent else []


def origin(settings: TrainingSettings, parent: str) -> str:
    if parent:
        return f"trained from the checkpoint `{parent}`"
    if not settings.base:
        return "trained from scratch"
    how = f"LoRA of rank {settings.lora_rank}, merged" if settings.lora_rank else "all weights trained"
    return f"from `{settings.base}` ({how})"


def splits_table(splits: Mapping[str, Any]) -> list[str]:
    """What the caller said about how turns were divided; nothing where it said nothing."""
    if not splits:
        return []
    plain = {name: value for name, value in splits.items() if not isinstance(value, Mapping)}
    rows = [f"| {name} | {_said(value)} |" for name, value in plain.items()]
    balance = splits.get("labels", {})
    return [
        "## Splits",
        "",
        "| part | turns, or what is held out |",
        "|---|---|",
        *rows,
        "",
        *(label_balance(balance) if balance else ()),
    ]


def label_balance(counts: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[str]:
    """The share of each label by part and domain, the commonest first; `counts` maps part, domain and label."""
    rows = []
    for part, domains in counts.items():
        for domain, labels in domains.items():
            total = sum(labels.values())
            ranked = sorted(labels.items(), key=lambda item: (-item[1], item[0]))
            said = ", ".join(f"{label} {count / total:.0%}" for label, count in ranked)
            rows.append(f"| {part} | {domain} | {total} | {said} |")
    return ["| part | domain | turns | labels |", "|---|---|---|---|", *rows, ""]


def _said(value: object) -> str:
    return ", ".join(str(item) for item in value) or "none" if isinstance(value, list | tuple) else str(value)


def held_out_table(measured: Mapping[str, Mapping[str, Mapping[str, HeldOutFigures]]]) -> list[str]:
    rows = [
        f"| {sight} | {domain} | {part} | {item.turns} | {item.accuracy:.3f} | {_share(item.false_pass)} | "
        f"{item.trusted:.3f} | {_share(item.trusted_accuracy)} | {_share(item.trusted_false_pass)} |"
        for sight, domains in measured.items()
        for domain, parts in domains.items()
        for part, item in parts.items()
    ]
    head = "| mode | domain | part | turns | accuracy | false PASS | trusted | its accuracy | its false PASS |"
    return [head, "|---|---|---|---|---|---|---|---|---|", *rows]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def trust_table(trusts: Mapping[str, Mapping[str, TrustFigures]]) -> list[str]:
    rows = [
        f"| {sight} | {domain} | {item.examples} | {'never' if item.threshold >= NEVER else f'{item.threshold:.3f}'} | "
        f"{item.accepted} | {item.accuracy:.3f} | {item.false_pass:.3f} |"
        for sight, domains in trusts.items()
        for domain, item in domains.items()
    ]
    head = "| mode | domain | turns | trusted from | trusted | accuracy | false PASS among them |"
    return [head, "|---|---|---|---|---|---|---|", *rows]


def calibration_table(calibration: Mapping[str, Mapping[str, CalibrationFigures]]) -> list[str]:
    rows = [
        f"| {sight} | {domain} | {item.examples} | {item.accuracy:.3f} | {item.temperature:.2f} | "
        f"{item.error_before:.3f} | {item.error_after:.3f} |"
        for sight, domains in calibration.items()
        for domain, item in domains.items()
    ]
    head = "| mode | domain | turns | accuracy | temperature | calibration error before | after |"
    return [head, "|---|---|---|---|---|---|---|", *rows]

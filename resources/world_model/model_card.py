"""The README inside a checkpoint: what it was trained on and what was measured, from its manifest alone."""

from collections.abc import Mapping

from resources.world_model.calibration import CalibrationFigures
from resources.world_model.checkpoint import Manifest


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
            f"- Decoder-only, {manifest.parameters:,} parameters, trained from scratch.",
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
            "## Calibration split",
            "",
            "The temperatures were fitted on these turns. Figures on held-out turns, seeds and fault kinds",
            "are measured apart from the checkpoint, against its id.",
            "",
            *calibration_table(manifest.calibration),
            "",
        ]
    )


def calibration_table(calibration: Mapping[str, Mapping[str, CalibrationFigures]]) -> list[str]:
    rows = [
        f"| {mode} | {domain} | {item.examples} | {item.accuracy:.3f} | {item.temperature:.2f} | "
        f"{item.error_before:.3f} | {item.error_after:.3f} |"
        for mode, domains in calibration.items()
        for domain, item in domains.items()
    ]
    head = "| mode | domain | turns | accuracy | temperature | calibration error before | after |"
    return [head, "|---|---|---|---|---|---|---|", *rows]

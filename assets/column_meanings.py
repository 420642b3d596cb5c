"""What a column means in every table that has it, said once. A table's own words come first.

Only columns whose name has one meaning throughout belong here; what a table means by a name of its own stands in
that table's schema or SQL header.
"""

from collections.abc import Mapping

from resources.storage.schema import ColumnDescription, TableSchema

IDENTITIES: Mapping[str, str] = {
    "domain": "the domain, which is also the partition",
    "seed_id": "the source and the name of the task, such as builtin/axpy",
    "bundle_hash": "SHA-256 of the environment bundle",
    "candidate_hash": "SHA-256 of the candidate's text",
    "trajectory_id": "hash of all that determines the trajectory",
    "turn_id": "the trajectory and the index, with a colon between",
    "turn_index": "position of the turn in its trajectory, from 0",
    "audit_id": "one audit of one domain",
    "checkpoint": "content hash of the world model's folder; empty where none answered",
    "run_id": "the Dagster run that wrote the row",
    "created_at": "when the row was written",
    "decided_at": "when it was decided",
}

ORIGINS: Mapping[str, str] = {
    "source": "the set that the task comes from: builtin, or an importer's name",
    "commit": "revision of the source, or sha256: of its content",
    "licence": "SPDX identifier of the task; empty where none is known",
    "path": "the task's file or folder within its source",
    "url": "where the source is published; empty where none is known",
    "seed_commit": "revision of the task's source",
    "seed_licence": "SPDX identifier of the task",
    "seed_path": "the task's file or folder within its source",
    "generator": "who wrote the candidates",
    "generator_version": "version of the generator; it changes with what it writes",
    "generator_model": "the model behind an endpoint; empty where there is none",
    "generator_seed": "the number that the trajectory was drawn with",
    "instructions_version": "version of the instructions that the generator was given",
    "writer_version": "version of what wrote the reasoning",
    "toolchain": "fingerprint of the versions of all tools that can change an observation",
    "toolchain_versions": "tool → version, under which the bundle was certified",
}

TASKS: Mapping[str, str] = {
    "title": "the task in a few words",
    "tier": "difficulty, 1 (easy) to 5",
    "tags": "what the task is about",
    "prompt": "the task, as a generator reads it",
    "interface": "what a candidate has to offer: ports, signatures",
    "candidate_file": "the name under which a candidate is laid beside the bench",
    "limits": "seconds, bytes and processes of one step",
}

OBSERVATIONS: Mapping[str, str] = {
    "code": "the candidate",
    "outcome": "the label, such as PASS or COMPILATION_ERROR",
    "stage": "the stage that decided the outcome",
    "log": "the tools' log, normalised, maybe not UTF-8",
    "log_truncated": "whether the log was cut at its limit",
    "metrics": "numbers that the tools measured, by name",
    "seconds": "wall time",
    "fault_kinds": "kinds of fault that stand in the code, where the generator knows",
    "confidence": "the calibrated probability of the predicted label",
    "novelty": "0 to 1, how unlike anything executed; null where the row is older than the column",
}

FIGURES: Mapping[str, str] = {
    "accuracy": "share of predicted labels that are the real ones",
    "accuracy_low": "lower end of the 95 % interval of the accuracy",
    "accuracy_high": "upper end of it",
    "balanced_accuracy": "mean over the real labels of the share that was recognised",
    "mean_confidence": "mean confidence of the predictions",
    "mean_novelty": "mean novelty of the candidates",
    "split": "what was held out: turn, seed, fault, generator …",
    "predictor": "the world model in one of its modes, or a baseline",
    "metric": "the figure's name; docs/world-model/metrics.md explains each",
    "value": "the figure; null where nothing was there to measure",
    "champion_accuracy": "share of the compared turns that the champion labels rightly",
    "challenger_accuracy": "the same of the challenger",
    "by_domain": "the same figures for each domain",
    "turns": "how many turns the row is over",
    "trajectories": "how many trajectories the row is over",
    "population": "simulated turns that the sample was drawn from",
    "strata": "how many strata the sample has",
    "outcome_low": "lower end of the 95 % interval of the outcome accuracy",
    "outcome_high": "upper end of it",
    "minimum_accuracy": "outcome accuracy that the gate asks for",
    "minimum_agreement": "trajectory agreement that the gate asks for",
    "false_pass_rate": "of predicted PASSes, the share that did not pass",
    "calibration_error": "mean distance of confidence from accuracy, over ten bins",
    "trajectory_agreement": "share of trajectories that end as predicted when run again",
    "agreement_low": "lower end of the 95 % interval of the trajectory agreement",
    "agreement_high": "upper end of it",
    "drift_low": "lower end of the 95 % interval of the drift",
    "drift_high": "upper end of it",
    "drift_p_value": "probability of such a drift by chance",
    "passed_gate": "whether the audit leaves the domain open to amplification",
    "corrections": "wrong predictions that were sent back to training",
    "executions": "real executions that the audit took",
    "report_path": "the HTML report, relative to the home folder",
    "certified": "whether the bundle may be used: the reference passes, what must fail does",
    "fault_kind": "the injected kind of fault",
    "dominant_outcome": "the kind's most frequent outcome",
    "outcomes": "how many different outcomes the kind led to",
    "solved": "trajectories that ended with a PASS of real tools",
    "solved_share": "share of the trajectories that are solved",
    "completion_tokens": "tokens written, reasoning included",
    "requests": "requests that a server answered",
    "retries": "requests that had to be sent again",
    "characters_p10": "tenth percentile of the characters of reasoning",
    "characters_median": "median of them",
    "characters_p75": "upper quartile of them",
    "characters_p90": "ninetieth percentile of them",
    "answer_p25": "lower quartile of the characters of code",
    "answer_p75": "upper quartile of them",
    "turn_count": "turns of the trajectory, the first attempt included",
}

MEMBERS: Mapping[str, str] = {
    "at": "when it happened, in the trace's unit",
    "name": "what took a value: a signal, a register, a call, an error",
    "value": "the value, as text",
    "index": "0 for the first attempt",
    "reasoning": "what the generator thought before it wrote the code",
    "source": "real, simulated, or simulated and verified",
    "verified_outcome": "the real label beside a simulated one, where the turn was executed",
    "verified_log": "the real log beside a simulated one",
    "faults": "edits that stand in the code, where the generator knows",
    "usage": "what the answer cost: tokens, requests, seconds, cost",
    "category": "the fault's category in its domain, or equivalent",
    "kind": "the kind of fault",
    "line": "1-based line in the code",
    "context": "the construct around the edit",
    "original": "what stood there",
    "replacement": "what stands there now",
    "round": "1, or 2 after the proposal went back",
    "author": "who of the solvers",
    "model": "the model that answered, as its server names it",
    "tests_passed": "names of the tests that it passes",
    "agrees": "it is in the set that agreement chose",
    "role": "system, user or assistant",
    "content": "the message",
    "observation": "of a tool message: real, simulated, or simulated, verified (the real one is told)",
    "passed": "the turn passed",
    "progressed": "it came further than the turn before, or passed, and with no planted fault",
    "cleared": "the failure that the tools named first for the turn before is gone",
    "stages_passed": "stages that let the candidate through",
    "generator_model": "the model behind an endpoint; empty where there is none",
    "tool_call_id": "of a tool message: the turn that it answers",
    "loss_mask": "1 where the message is to be learned, else 0",
    "reasoning_content": "the thinking before the content; null where nobody reasoned",
    "seed_source": "the set that the task comes from",
    "reasoning_source": "original or hindsight",
    "reasoning_writer": "who wrote the reasoning",
    "reasoning_writer_version": "version of what wrote it",
    "turns": "turns that both were asked about",
    "champion_alone": "turns that only the champion labels rightly",
    "challenger_alone": "turns that only the challenger labels rightly",
    "p_value": "McNemar's exact one-sided test that the challenger is less accurate",
}
"""Members of columns that hold records, where their meaning differs from a column of that name."""

MEANINGS: Mapping[str, str] = {**IDENTITIES, **ORIGINS, **TASKS, **OBSERVATIONS, **FIGURES}


def described(schema: TableSchema) -> list[ColumnDescription]:
    """The table's columns, each in the table's own words or, where it has none, in those of all tables."""
    return [
        column._replace(description=column.description or MEANINGS.get(column.name, ""))
        for column in schema.descriptions()
    ]

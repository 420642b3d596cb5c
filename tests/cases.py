"""Of a test with many cases a few, for a run that has to end in half an hour. No tests.

The same ones each time, spread evenly over the cases in their order, so that each kind that stands together is met.
Cases that take long, where quicker ones of the same test show the same, are left out. Who names no limit runs all of
them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

LIMIT = "ICWM_TEST_CASES"
"""The environment's variable: how many cases of one test are run at most."""
SLOW = frozenset(
    {
        "test_cad_forgeries.py::test_cheats_derived_from_a_reference_fail[box_with_lid]",
        "test_cad_forgeries.py::test_cheats_derived_from_a_reference_fail[coil_spring]",
        "test_cad_forgeries.py::test_cheats_derived_from_a_reference_fail[rough_wedge]",
        "test_chip_design_long_waits.py::test_who_gives_up_waiting_is_found[rv32_datapath]",
        "test_cad_simulator_kernel.py::test_faults_are_followed_to_what_the_kernel_says[hydraulic_manifold]",
        "test_certification_public_sets.py::test_sound_verilog_eval_problems_certify[Prob153]",
        "test_chip_design_rare_errors.py::test_a_right_design_that_is_unlike_the_reference_passes"
        "[a program memory that holds something at first]",
        "test_chip_design_rare_errors.py::test_each_task_that_is_exact_is_compared[accumulator_cpu]",
        "test_chip_design_rare_errors.py::test_each_task_that_is_exact_is_compared[direct_mapped_cache]",
        "test_chip_design_rare_errors.py::test_each_task_that_is_exact_is_compared[lfsr_galois_16]",
        "test_chip_design_rare_errors.py::test_each_task_that_is_exact_is_compared[rv32_datapath]",
        "test_chip_design_rare_errors.py::test_what_the_bench_does_not_reach_is_found[one word at one address]",
        "test_chip_design_rare_errors.py::test_what_the_bench_does_not_reach_is_found[one word of a memory]",
        "test_code_optimization_library.py::test_kernels_certify[edit_distance]",
        "test_code_optimization_library.py::test_kernels_certify[utf8_validate]",
        "test_embedded_demands.py::test_lazy_answer_fails[builtin/pll_168_mhz-delay_loop]",
        "test_embedded_labels.py::test_endless_register_accesses_have_a_budget",
        "test_embedded_references.py::test_most_mutants_fail_with_many_labels[command_shell]",
        "test_gpu_rounding.py::test_other_blocks_and_rounded_probabilities_stay_in_the_budget[paged_attention_decode]",
        "test_neighbours.py::test_firmware_beside_firmware[a trace of millions of accesses]",
        "test_world_model_scaled.py::test_a_pretrained_model_of_135_million_parameters",
        "test_world_model_scaled.py::test_shards_of_two_processes_learn_what_two_whole_copies_learn",
        "test_vllm_loop.py::test_left_to_itself_the_model_fails_in_words_that_are_kept",
        "test_vllm_loop.py::test_each_reply_is_executed_and_each_failure_is_data[code_optimization]",
        "test_vllm_loop.py::test_each_reply_is_executed_and_each_failure_is_data[embedded_systems]",
        "test_vllm_loop.py::test_each_reply_is_executed_and_each_failure_is_data[gpu_kernels]",
        "test_world_model_conformance.py::test_a_domain_that_it_never_saw_is_refused[vllm, hybrid]",
        "test_world_model_conformance.py::test_a_prediction_is_a_distribution_over_the_domains_labels[vllm, hybrid]",
        "test_world_model_conformance.py::test_it_is_a_world_model_with_the_folders_id[vllm, hybrid]",
        "test_world_model_conformance.py::test_it_knows_more_than_chance_and_writes_what_follows_the_label"
        "[vllm, hybrid]",
        "test_world_model_conformance.py::test_no_queries_no_predictions[vllm, hybrid]",
        "test_world_model_conformance.py::test_order_is_kept[vllm, hybrid]",
        "test_world_model_conformance.py::test_the_same_query_gets_the_same_answer_whatever_stands_beside_it"
        "[vllm, hybrid]",
    }
)
"""Cases of `tests/tools` that take over ten seconds each, some a minute, those behind a second vLLM, and three tests of
one or two minutes that train and serve larger models.
Firmware's whole budget is a minute and a half of a processor: `test_embedded_budget.py` spends a smaller one."""


def evenly(
    items: Iterable["pytest.Item"], most: int, is_spread: Callable[["pytest.Item"], bool]
) -> tuple[list["pytest.Item"], list["pytest.Item"]]:
    """Those that are run, in their order, and the others."""
    items = list(items)
    cases: dict[str, list[str]] = defaultdict(list)
    left_out: set[str] = set()
    for item in items:
        if _in_its_file(item.nodeid) in SLOW:
            left_out.add(item.nodeid)
        elif is_spread(item):
            cases[item.nodeid.partition("[")[0]].append(item.nodeid)
    left_out |= {nodeid for same in cases.values() for nodeid in set(same) - set(_spread(same, most))}
    return [item for item in items if item.nodeid not in left_out], [item for item in items if item.nodeid in left_out]


def _in_its_file(nodeid: str) -> str:
    """Without the folders of its path; a case's name may hold a slash, too."""
    path, _, name = nodeid.partition("::")
    return f"{path.rpartition('/')[2]}::{name}"


def _spread(same: list[str], most: int) -> list[str]:
    return same if len(same) <= most else [same[place * len(same) // most] for place in range(most)]

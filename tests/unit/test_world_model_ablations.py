"""Experiments with something left out: each turn once, and never predicted by what learned from its like."""

from dataclasses import replace

from world_model_toy import make_examples

from assets.world_model.measurement import by_fault_group, by_generator, group_of, learning_curve
from assets.world_model.plots import learning_curve as learning_curve_plot
from assets.world_model.plots import risk_coverage as risk_coverage_plot


def test_every_turn_with_a_fault_is_measured_once_in_its_left_out_group() -> None:
    examples = make_examples(120)
    assert len({group_of(kind) for item in examples for kind in item.fault_kinds}) > 1
    assert len(by_fault_group(examples)) == len(examples)


def test_one_generator_is_no_experiment_and_two_are_each_left_out() -> None:
    examples = make_examples(120)
    assert by_generator(examples) == []
    mixed = [replace(item, generator="ab"[place % 2]) for place, item in enumerate(examples)]
    assert len(by_generator(mixed)) == 120


def test_a_learning_curve_ends_with_all_turns() -> None:
    train, asked = make_examples(400), make_examples(60, seed=1)
    points = learning_curve(train, asked)
    assert [point.turns for point in points] == [50, 100, 200, 400]
    assert all(len(point.measured) == 60 for point in points)
    assert learning_curve(train, []) == []


def test_pictures_of_nothing_are_none() -> None:
    assert risk_coverage_plot([]) == learning_curve_plot([]) == ""

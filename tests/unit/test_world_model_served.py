"""Reading a server's alternatives: the labels' scores, whatever else is among them."""

from resources.world_model.served import LEAST, label_scores


def test_labels_are_found_by_id_and_missing_ones_are_least() -> None:
    shown = {"token_id:7": -0.1, "token_id:3": -2.5, "token_id:99": -4.0}
    assert label_scores(shown, [3, 7, 8]) == [-2.5, -0.1, LEAST]


def test_minus_infinity_of_a_masked_token_is_least() -> None:
    assert label_scores({"token_id:3": float("-inf")}, [3]) == [LEAST]

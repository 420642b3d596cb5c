"""hindsight_reasoning: the reasoning of corrected turns, written after PASS, checked, and kept beside the original."""

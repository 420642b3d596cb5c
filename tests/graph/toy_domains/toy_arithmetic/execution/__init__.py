"""How a candidate is run."""

"""Tasks that models propose, kept where independent solutions and tests agree."""

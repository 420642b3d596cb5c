"""Execution traces of the corpus' programs: which are run once more, the table, and its export."""

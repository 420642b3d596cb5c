"""Rules of the ordinary kinds, one module for each group of mistakes."""

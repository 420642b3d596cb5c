"""Tasks: the built-in library, and readers of public sets of C programs."""

"""Tasks: the built-in library, and importers of public sets. `builtin/` holds data, one folder a task."""

"""task_seeds: a task's prompt with what a checker needs, built in or imported, with its licence."""

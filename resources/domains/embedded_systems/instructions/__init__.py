"""What the generator is told about a task: one Markdown file for each topic; `router` chooses."""

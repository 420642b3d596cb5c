"""What the generator is told about a code-optimisation task: topics as Markdown files, and their router."""

"""What the generator is told about a code-optimisation task: topics as Markdown files, and the router that picks them."""

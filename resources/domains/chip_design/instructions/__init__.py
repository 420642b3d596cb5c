"""What the generator is told about a chip-design task: topics as Markdown files, and the router that picks them."""

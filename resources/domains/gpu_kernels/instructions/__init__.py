"""What the generator is told about a GPU task: one Markdown file for each topic, and the router that picks them."""

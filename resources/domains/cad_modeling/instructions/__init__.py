"""The texts of the prompt router, one Markdown file for each topic, and the router itself."""

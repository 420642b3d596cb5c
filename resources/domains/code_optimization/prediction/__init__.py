"""What the world model reads of a candidate without any tool."""

"""What needs no tool."""

"""What goes wrong."""

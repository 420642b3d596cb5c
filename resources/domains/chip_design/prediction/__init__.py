"""What can be said of a candidate without a tool: features, certain failures, and a few simulated cycles."""

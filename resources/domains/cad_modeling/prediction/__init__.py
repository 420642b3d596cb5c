"""What is known of a script without running it: features, failures that its text decides, and its coarse geometry."""

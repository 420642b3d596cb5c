"""What the router says."""

"""What runs on Kubernetes need beside Dagster's own integration."""

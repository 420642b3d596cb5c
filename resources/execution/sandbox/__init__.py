"""The sandbox: where untrusted code runs, and nowhere else."""

"""Shards: a partition's work, cut into slices that processes of their own do, on this machine or on others."""

"""Amplified trajectories as they may be told: what a simulation may not say is executed before anybody reads it."""

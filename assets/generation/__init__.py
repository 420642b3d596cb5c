"""Who writes the trajectories: the configuration of generators, and the mixture that is made of it."""

"""real_trajectories: the correction loop, its journal, and the tables it fills."""

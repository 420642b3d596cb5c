"""amplified_trajectories: the same loop with the ICWM in the backend's place, the last turn executed for real."""

"""Running a candidate for real: outcome, observation, bundle, the backend protocol, sandbox, pool, cache."""

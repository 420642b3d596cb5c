"""Running candidates: stages in order, how their runs are judged, and how logs are read."""

"""Looking at what is there: one trajectory with all that the lake knows of it, and lists of many. Reads only."""

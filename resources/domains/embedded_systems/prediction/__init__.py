"""What is said of a candidate without a tool: features, what the build is bound to say, and a simulation of the run.

For the world model; nothing here judges.
"""

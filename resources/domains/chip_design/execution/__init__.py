"""Running a candidate: stages, what judges them, the toolchain, and reading its logs."""

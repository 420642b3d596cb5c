"""The stages of an execution: Triton's, those of CUDA C++, and the device's. Each says what an end means."""

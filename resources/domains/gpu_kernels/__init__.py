"""GPU kernels: Triton and CUDA C++, compiled for a named target and run in an interpreter or under a CPU shim."""

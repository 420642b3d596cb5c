// The runtime as one translation unit: the standard library's headers are most of its compile time.
#include "access.cpp"
#include "harness.cpp"
#include "host_api.cpp"
#include "launch.cpp"
#include "memory.cpp"
#include "races.cpp"
#include "report.cpp"
#include "threads.cpp"

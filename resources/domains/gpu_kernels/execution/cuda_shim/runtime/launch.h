// What host code asked for and how it failed: the target's limits, the pending error, the number of launches.
#pragma once

#include "../host_api.h"
#include "runtime.h"

namespace cudashim {

struct Limits {
    unsigned shared_bytes = 101376, multiprocessors = 84, capability = 86;
    unsigned frame_bytes = 0;  // of a device function that was not inlined, 0 where there is none
};
extern Limits limits;

void read_limits(const char* path);
void set_error(cudaError_t error, const char* kind, const std::string& text);
void fail_if_pending();
std::uint64_t take_launches();
std::uint64_t take_copied_to_host();
std::uint64_t take_pieces_moved();
void forget_history();

}  // namespace cudashim

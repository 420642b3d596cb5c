// A thread's calls inside each other: what -fsanitize=thread says at the begin and end of each function, where the device's
// compiler has kept one that may call itself. Such a stack is as large as cudaLimitStackSize, 1 KiB unless host code asks
// for more, which none may here; a frame is what ptxas says of the function, and not this processor's.
#include <algorithm>
#include <string>

#include "launch.h"
#include "runtime.h"

namespace cudashim {

namespace {

constexpr std::size_t CALL_STACK_BYTES = 1024;

void enter(std::uintptr_t place) {
    if (current == nullptr || limits.frame_bytes == 0) return;
    auto& calls = current->calls;
    calls.push_back(place);
    const auto depth = static_cast<std::size_t>(std::count(calls.begin(), calls.end(), place));
    if (depth > 1 && depth * limits.frame_bytes > CALL_STACK_BYTES)
        fail("memory", "Stack overflow: " + place_mark(place) + ", " + running_code() + "; " + std::to_string(depth) +
                           " calls inside each other, of " + std::to_string(limits.frame_bytes) +
                           " bytes each at least, and cudaLimitStackSize is " + std::to_string(CALL_STACK_BYTES));
}

}  // namespace

}  // namespace cudashim

extern "C" {
void __tsan_func_entry(void*) { cudashim::enter(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))); }
void __tsan_func_exit() {
    if (cudashim::current != nullptr && !cudashim::current->calls.empty()) cudashim::current->calls.pop_back();
}
}

// A launch: checked against the target's limits as a driver does, then run block by block. And the pending error.
//
// Limits and the kernels' registers come from a file that is written from what nvcc said about the same source.
#include "launch.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <map>

namespace cudashim {

bool run_block(Body kernel, void* arguments);

Limits limits;

namespace {

constexpr unsigned LOCAL_BYTES = 512 << 10;

struct Resources {
    unsigned registers = 0, static_shared = 0, threads = 0, stack = 0;
};

std::map<std::string, Resources> kernels;
cudaError_t pending_error = cudaSuccess;
std::string pending_text, pending_kind;
std::size_t opted_in = 0;
std::uint64_t launches = 0;

Resources resources_of(const char* kernel) {
    std::string base = kernel;
    base = base.substr(0, base.find('<'));
    const std::size_t colon = base.rfind(':');
    if (colon != std::string::npos) base = base.substr(colon + 1);
    const auto found = kernels.find(base);
    return found == kernels.end() ? Resources{} : found->second;
}

// The kernel that an argument names, casts and template arguments left out; a variable names none that is known, and
// gets the most demanding one's figures.
std::string asked_about(const std::string& text) {
    std::string name = text.substr(0, text.find('<'));
    while (!name.empty() && !std::isalnum(static_cast<unsigned char>(name.back())) && name.back() != '_') name.pop_back();
    std::size_t begin = name.size();
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(name[begin - 1])) || name[begin - 1] == '_')) begin--;
    name = name.substr(begin);
    if (kernels.count(name) != 0) return name;
    for (const auto& [known, needs] : kernels)
        if (kernels.count(name) == 0 || needs.registers > kernels[name].registers) name = known;
    return name;
}

bool refuse(cudaError_t error, const char* kind, const std::string& text) {
    set_error(error, kind, text);
    return false;
}

std::string numbers(const char* resource, std::size_t required, std::size_t limit) {
    return "out of resource: " + std::string(resource) + ", Required: " + std::to_string(required) +
           ", Hardware limit: " + std::to_string(limit);
}

std::uint64_t registers_of(std::uint64_t threads, unsigned registers) {
    // Registers are handed out in units of 256 for each warp.
    return (threads + 31) / 32 * ((std::uint64_t{registers} * 32 + 255) / 256 * 256);
}

// Blocks of a multiprocessor, were every kernel of the program as demanding as the most demanding one: a pointer does
// not say which is asked about, and a program is to be right with any answer.
std::uint64_t resident(std::uint64_t threads, std::size_t shared) {
    const std::uint64_t rounded = (threads + 31) / 32 * 32, most = limits.capability == 86 ? 1536 : 2048;
    if (threads == 0 || threads > 1024) return 0;
    std::uint64_t blocks = std::min<std::uint64_t>(16, most / rounded);
    for (const auto& [name, needs] : kernels) {
        if (needs.threads != 0 && threads > needs.threads) return 0;
        if (needs.registers != 0) blocks = std::min<std::uint64_t>(blocks, 65536 / registers_of(threads, needs.registers));
        blocks = std::min<std::uint64_t>(blocks, (limits.shared_bytes + 1024) / (shared + needs.static_shared + 1024));
    }
    return blocks;
}

bool acceptable(const char* kernel, dim3 grid, dim3 block, std::size_t shared) {
    const std::string launch = "launch of " + std::string(kernel) + " failed: ";
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    const Resources needs = resources_of(kernel);
    if (threads > 1024)
        return refuse(cudaErrorInvalidConfiguration, "launch memory", launch + numbers("threads", threads, 1024));
    if (threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
        return refuse(cudaErrorInvalidConfiguration, "launch", launch + "a dimension of the grid or block is 0");
    if (block.z > 64 || grid.y > 65535 || grid.z > 65535 || grid.x > 0x7fffffffu)
        return refuse(cudaErrorInvalidConfiguration, "launch",
                      launch + "a dimension exceeds the device's limit (grid " + std::to_string(grid.x) + " x " +
                          std::to_string(grid.y) + " x " + std::to_string(grid.z) + ", block z " +
                          std::to_string(block.z) + ")");
    if (needs.threads != 0 && threads > needs.threads)
        return refuse(cudaErrorLaunchOutOfResources, "launch memory",
                      launch + numbers("threads of __launch_bounds__", threads, needs.threads));
    const std::size_t total = shared + needs.static_shared;
    if (total > limits.shared_bytes)
        return refuse(cudaErrorInvalidValue, "launch memory",
                      launch + numbers("shared memory", total, limits.shared_bytes));
    if (total > 49152 && shared > opted_in)
        return refuse(cudaErrorInvalidValue, "launch memory",
                      launch + numbers("shared memory", total, 49152) +
                          " without cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemorySize)");
    if (needs.stack > LOCAL_BYTES)
        return refuse(cudaErrorLaunchOutOfResources, "launch memory",
                      launch + numbers("local memory of a thread", needs.stack, LOCAL_BYTES));
    const std::uint64_t registers = registers_of(threads, needs.registers);
    if (registers > 65536)
        return refuse(cudaErrorLaunchOutOfResources, "launch memory", launch + numbers("registers", registers, 65536));
    return true;
}

}  // namespace

uint3 index_of(std::uint32_t block) {
    const dim3 grid = launch_state.grid;
    if (launch_state.backwards) block = grid.x * grid.y * grid.z - 1 - block;
    return {block % grid.x, block / grid.x % grid.y, block / grid.x / grid.y};
}

void set_error(cudaError_t error, const char* kind, const std::string& text) {
    pending_error = error;
    pending_kind = kind;
    pending_text = text + ": " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")";
}

void fail_if_pending() {
    if (pending_error != cudaSuccess) fail(pending_kind.c_str(), pending_text);
}

std::uint64_t take_launches() {
    const std::uint64_t count = launches;
    launches = 0;
    return count;
}

void read_limits(const char* path) {
    std::FILE* file = std::fopen(path, "r");
    if (file == nullptr) fail("environment", "the limits of the target are missing");
    char name[512];
    unsigned a, b, c, d;
    while (std::fscanf(file, "%511s %u %u %u %u", name, &a, &b, &c, &d) == 5) {
        if (std::strcmp(name, "@target") == 0)
            limits = {a, b, c, d};
        else
            kernels[name] = {a, b, c, d};
    }
    std::fclose(file);
}

// False where the launch was abandoned.
bool run_blocks(std::uint64_t blocks, Body body, void* closure, bool backwards) {
    Launch& launch = launch_state;
    launch.last_fence.assign(blocks * launch.threads, 0);
    begin_order();
    begin_visibility();
    launch.backwards = backwards;
    bool ended = true;
    for (std::uint64_t i = 0; i < blocks && ended; i++) {
        launch.block_number = static_cast<std::uint32_t>(i);
        block_state.index = index_of(launch.block_number);
        forget_shared_memory();
        ended = run_block(body, closure);
    }
    // Numbers below this launch's first mean "an earlier launch"; they start anew before they run out.
    launch.first_number += static_cast<std::uint32_t>(blocks * launch.threads);
    if (launch.first_number > (1u << 27)) forget_history(), launch.first_number = 1;
    return ended;
}

// Backwards, too, where blocks take turns: nothing on a device makes a block's number its turn. One that waits is seen in
// the order of the blocks alone.
void run_in_both_orders(std::uint64_t blocks, Body body, void* closure) {
    const auto before = blocks > 1 ? device_contents() : std::vector<std::vector<char>>{};
    run_blocks(blocks, body, closure, false);
    if (blocks == 1 || !takes_turns()) return;
    const auto after = device_contents();
    restore_device(before);
    if (!run_blocks(blocks, body, closure, true)) restore_device(after);
}

extern "C" {
bool cudashim_has_device_functions = false;  // whether host code has read a function's address from the device

void cudashim_host_code(const char* kernel, const char* what) {
    fail("memory", "Invalid program counter: kernel " + std::string(kernel) + " is given " + what +
                       ", which is no address of the device's code");
}

void cudashim_launch(const char* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, Body body, void* closure) {
    if (!acceptable(kernel, grid, block, shared_bytes)) return;
    launches++;
    Launch& launch = launch_state;
    launch.kernel = kernel;
    launch.grid = grid;
    launch.block = block;
    launch.shared_bytes = shared_bytes;
    launch.threads = block.x * block.y * block.z;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    if (blocks * launch.threads > (1u << 27))
        fail("limit", "launch of " + std::string(kernel) + ": " + std::to_string(blocks * launch.threads) +
                          " threads are more than can be emulated");
    open_device_memory(true);
    show_variables(true);
    run_in_both_orders(blocks, body, closure);
    forget_shared_memory();  // nothing of it is left for host code
    show_variables(false);
    open_device_memory(false);
    launch.threads = 0;
}

cudaError_t cudaGetLastError() {
    const cudaError_t error = pending_error;
    pending_error = cudaSuccess;
    return error;
}
cudaError_t cudaPeekAtLastError() { return pending_error; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

cudaError_t cudashim_occupancy(int* blocks, int threads, std::size_t shared_bytes) {
    *blocks = threads <= 0 ? 0 : static_cast<int>(resident(static_cast<std::uint64_t>(threads), shared_bytes));
    return cudaSuccess;
}

// A device would say up to 1024; each thread is work here.
cudaError_t cudashim_block_size(int* grid, int* threads, std::size_t shared_bytes, int most) {
    *threads = most > 0 && most < 256 ? most : 256;
    while (*threads > 32 && resident(static_cast<std::uint64_t>(*threads), shared_bytes) == 0) *threads -= 32;
    *grid = static_cast<int>(limits.multiprocessors);
    return cudaSuccess;
}

cudaError_t cudashim_function_attributes(cudaFuncAttributes* attributes, const char* text) {
    const Resources needs = resources_of(asked_about(text).c_str());
    const unsigned registers = needs.registers, most = needs.threads != 0 ? needs.threads : 1024;
    *attributes = {};
    attributes->sharedSizeBytes = needs.static_shared;
    attributes->localSizeBytes = needs.stack;
    attributes->numRegs = static_cast<int>(registers);
    attributes->ptxVersion = attributes->binaryVersion = static_cast<int>(limits.capability);
    attributes->preferredShmemCarveout = -1;
    unsigned threads = most;
    while (threads > 32 && registers_of(threads, registers) > 65536) threads -= 32;
    attributes->maxThreadsPerBlock = static_cast<int>(threads);
    const std::size_t dynamic = opted_in > 49152 ? opted_in : 49152 - std::min<std::size_t>(49152, needs.static_shared);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic);
    return cudaSuccess;
}

cudaError_t cudashim_set_attribute(cudaFuncAttribute attribute, int value) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || static_cast<std::size_t>(value) > limits.shared_bytes) {
        set_error(cudaErrorInvalidValue, "launch memory",
                  "cudaFuncSetAttribute failed: " +
                      numbers("shared memory", static_cast<std::size_t>(value), limits.shared_bytes));
        return cudaErrorInvalidValue;
    }
    if (static_cast<std::size_t>(value) > opted_in) opted_in = static_cast<std::size_t>(value);
    return cudaSuccess;
}
}

}  // namespace cudashim

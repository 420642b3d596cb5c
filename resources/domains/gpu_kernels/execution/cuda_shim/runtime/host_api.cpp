// The CUDA runtime API behind host_api.h: memory and what a program may ask about its device.
#include <cstdlib>
#include <cstring>

#include "launch.h"

namespace cudashim {

namespace {
std::uint64_t copied_to_host = 0, pieces_moved = 0;

cudaError_t failed(cudaError_t error, const std::string& text) {
    set_error(error, "launch", text);
    return error;
}
}  // namespace

std::uint64_t take_pieces_moved() {
    const std::uint64_t pieces = pieces_moved;
    pieces_moved = 0;
    return pieces;
}

std::uint64_t take_copied_to_host() {
    const std::uint64_t bytes = copied_to_host;
    copied_to_host = 0;
    return bytes;
}

extern "C" {
cudaError_t cudashim_allocate(void** pointer, std::size_t bytes, int line) {
    *pointer = bytes == 0 ? nullptr : allocate(bytes, "allocation of cudaMalloc", line);
    return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    if (pointer == nullptr || release(pointer)) return cudaSuccess;
    return failed(cudaErrorInvalidValue, "cudaFree of a pointer that is not allocated");
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    if (!is_device(pointer, bytes))
        return failed(cudaErrorInvalidValue, "cudaMemset of " + std::to_string(bytes) + " bytes failed");
    open_device_memory(true);
    std::memset(found_for_host(pointer), value, bytes);
    open_device_memory(false);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return cudaSuccess;
    const bool to_device = is_device(to, bytes), from_device = is_device(from, bytes);
    const bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool wants_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind != cudaMemcpyDefault && (to_device != wants_to || from_device != wants_from))
        return failed(cudaErrorInvalidValue,
                      "cudaMemcpy of " + std::to_string(bytes) + " bytes failed: a pointer is not where its kind says");
    if (from_device && !to_device) copied_to_host += bytes;
    if (from_device && to_device) pieces_moved++;
    open_device_memory(true);
    std::memmove(found_for_host(to), found_for_host(from), bytes);
    open_device_memory(false);
    return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
        case cudaSuccess: return "no error";
        case cudaErrorInvalidValue: return "invalid argument";
        case cudaErrorMemoryAllocation: return "out of memory";
        case cudaErrorInvalidConfiguration: return "invalid configuration argument";
        case cudaErrorInvalidDevice: return "invalid device ordinal";
        case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
        default: return "operation not supported";
    }
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
        case cudaSuccess: return "cudaSuccess";
        case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
        case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
        case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
        case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice";
        case cudaErrorLaunchOutOfResources: return "cudaErrorLaunchOutOfResources";
        default: return "cudaErrorNotSupported";
    }
}

cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
    return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice, "cudaSetDevice failed");
}
cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: *value = 1024; break;
        case cudaDevAttrMaxSharedMemoryPerBlock: *value = 49152; break;
        case cudaDevAttrWarpSize: *value = 32; break;
        case cudaDevAttrMultiProcessorCount: *value = static_cast<int>(limits.multiprocessors); break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = static_cast<int>(limits.shared_bytes); break;
    }
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    *properties = {};
    std::strcpy(properties->name, "emulated device");
    properties->totalGlobalMem = std::size_t{64} << 20;
    properties->sharedMemPerBlock = 49152;
    properties->sharedMemPerBlockOptin = limits.shared_bytes;
    properties->sharedMemPerMultiprocessor = limits.shared_bytes + 1024;
    properties->regsPerBlock = 65536;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 0x7fffffff;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->major = static_cast<int>(limits.capability / 10);
    properties->minor = static_cast<int>(limits.capability % 10);
    properties->multiProcessorCount = static_cast<int>(limits.multiprocessors);
    properties->maxThreadsPerMultiProcessor = limits.capability == 86 ? 1536 : 2048;
    return cudaSuccess;
}
}

}  // namespace cudashim

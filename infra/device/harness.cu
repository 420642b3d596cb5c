// Behind a CUDA candidate and the call of its entry: reads cases as the emulator's harness does, calls the entry once
// for each, and writes what lies in device memory afterwards. Arguments: pairs of a cases file and a results file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" void cudashim_entry(void** arguments);

namespace held {

enum Role : std::uint32_t { scalar = 0, input = 1, output = 2 };

struct Argument {
    std::uint32_t role = 0;
    std::uint64_t bytes = 0;
    std::uint64_t scalar = 0;
    void* device = nullptr;
};

void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::printf("CUDA error: %s (%s)\n", cudaGetErrorString(status), what);
    std::fflush(stdout);
    std::_Exit(3);
}

template <typename T>
T read(std::FILE* file) {
    T value{};
    if (std::fread(&value, sizeof value, 1, file) != 1) std::_Exit(4);
    return value;
}

Argument read_argument(std::FILE* file) {
    Argument argument;
    argument.role = read<std::uint32_t>(file);
    std::vector<char> name(read<std::uint32_t>(file));
    if (!name.empty() && std::fread(name.data(), 1, name.size(), file) != name.size()) std::_Exit(4);
    argument.bytes = read<std::uint64_t>(file);
    if (argument.role == scalar) {
        if (std::fread(&argument.scalar, 1, argument.bytes, file) != argument.bytes) std::_Exit(4);
        return argument;
    }
    check(cudaMalloc(&argument.device, argument.bytes ? argument.bytes : 1), "argument");
    check(cudaMemset(argument.device, 0xFF, argument.bytes), "argument");
    if (argument.role == input) {
        std::vector<char> content(argument.bytes);
        if (argument.bytes && std::fread(content.data(), 1, argument.bytes, file) != argument.bytes) std::_Exit(4);
        check(cudaMemcpy(argument.device, content.data(), argument.bytes, cudaMemcpyHostToDevice), "argument");
    }
    return argument;
}

void run_case(std::FILE* cases, std::FILE* results) {
    std::vector<Argument> arguments(read<std::uint32_t>(cases));
    for (Argument& argument : arguments) argument = read_argument(cases);
    std::vector<void*> pointers;
    for (Argument& argument : arguments)
        pointers.push_back(argument.role == scalar ? static_cast<void*>(&argument.scalar) : argument.device);
    cudashim_entry(pointers.data());
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
    for (Argument& argument : arguments) {
        if (argument.role == scalar) continue;
        std::vector<char> content(argument.bytes);
        check(cudaMemcpy(content.data(), argument.device, argument.bytes, cudaMemcpyDeviceToHost), "result");
        std::fwrite(content.data(), 1, argument.bytes, results);
        check(cudaFree(argument.device), "release");
    }
    const std::uint64_t counts[2] = {1, 0};
    std::fwrite(counts, sizeof counts[0], 2, results);
}

}  // namespace held

int main(int count, char** names) {
    for (int at = 1; at + 1 < count; at += 2) {
        std::FILE* cases = std::fopen(names[at], "rb");
        std::FILE* results = std::fopen(names[at + 1], "wb");
        if (cases == nullptr || results == nullptr) return 4;
        const std::uint32_t number = held::read<std::uint32_t>(cases);
        for (std::uint32_t one = 0; one < number; one++) held::run_case(cases, results);
        std::fclose(cases);
        std::fclose(results);
    }
    return 0;
}

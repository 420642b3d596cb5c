// Device memory: allocations in one arena with gaps between them, shared memory, and __device__ variables.
//
// Which accesses are right is decided in access.cpp; who touched what last, in races.cpp.
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime.h"

namespace cudashim {

namespace {

// A fixed address, so that pointers printed by a candidate are the same in every run.
constexpr std::uintptr_t ARENA = 0x7000'0000'00ULL;
constexpr std::size_t ARENA_BYTES = std::size_t{96} << 20;
constexpr std::size_t ALIGNMENT = 256;
constexpr std::size_t SMALLEST_GAP = 16 << 10, LARGEST_GAP = 512 << 10;
constexpr std::size_t DYNAMIC_SHARED_BYTES = 232448;

// Ones in every bit: a NaN as a float, -1 as an integer, so that memory nobody wrote cannot pass for a result.
constexpr int POISON = 0xFF;

alignas(1024) char dynamic_shared[DYNAMIC_SHARED_BYTES];
std::vector<Region> allocations;
Region static_shared, dynamic_region, variables;
std::uintptr_t program_begin = 0, program_end = 0;
std::size_t used = 0;
std::size_t last_found = 0;

Cell* cells_for(std::size_t bytes) { return static_cast<Cell*>(std::calloc(bytes + 1, sizeof(Cell))); }

int read_program(dl_phdr_info* info, std::size_t, void*) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) & part = info->dlpi_phdr[i];
        const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
        if (part.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
            static_shared.begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
            static_shared.end = static_shared.begin + part.p_memsz;
        } else if (part.p_type == PT_LOAD) {
            program_begin = program_begin == 0 ? begin : std::min(program_begin, begin);
            program_end = std::max(program_end, end);
            if (part.p_flags & PF_W) variables.begin = begin, variables.end = end;
        }
    }
    return 1;  // the first object is the program itself
}

std::string past_or_before(const Region& region, std::uintptr_t address, std::size_t bytes) {
    const std::string whole = "the " + std::to_string(region.end - region.begin) + "-byte " + region.name;
    if (region.freed) return "address is inside " + whole + ", which was freed";
    if (address < region.begin)
        return "address is " + std::to_string(region.begin - address) + " bytes before " + whole;
    if (address < region.end) {
        const std::size_t over = address + bytes - region.end;
        return "the last " + std::to_string(over) + " bytes lie past the end of " + whole;
    }
    const std::size_t distance = address - region.end;
    if (distance == 0) return "address is just past the end of " + whole;
    return "address is " + std::to_string(distance) + " bytes past the end of " + whole;
}

}  // namespace

void initialise_memory() {
    void* wanted = reinterpret_cast<void*>(ARENA);
    if (mmap(wanted, ARENA_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != wanted)
        fail("environment", "no room for device memory");
    dl_iterate_phdr(read_program, nullptr);
    static_shared.space = dynamic_region.space = Space::shared;
    static_shared.name = "static shared memory";
    dynamic_region.name = "dynamic shared memory of the launch";
    variables.name = "memory of __device__ variables";
    static_shared.cells = cells_for(static_shared.end - static_shared.begin);
    dynamic_region.cells = cells_for(DYNAMIC_SHARED_BYTES);
    variables.cells = cells_for(variables.end - variables.begin);
    dynamic_region.begin = dynamic_region.end = reinterpret_cast<std::uintptr_t>(dynamic_shared);
}

void* allocate(std::size_t bytes, const std::string& name) {
    const std::size_t gap = std::clamp(bytes, SMALLEST_GAP, LARGEST_GAP);
    if (bytes > ARENA_BYTES || used + bytes + 2 * gap + ALIGNMENT > ARENA_BYTES)
        fail("limit", "device memory is exhausted: " + std::to_string(bytes) +
                          " bytes more than the emulated device's " + std::to_string(ARENA_BYTES >> 20) + " MiB");
    Region region;
    region.begin = (ARENA + used + gap + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    region.end = region.begin + bytes;
    region.name = name;
    region.cells = cells_for(bytes);
    used = region.end + gap - ARENA;
    open_device_memory(true);
    std::memset(reinterpret_cast<void*>(region.begin), POISON, bytes);
    open_device_memory(false);
    allocations.push_back(region);
    return reinterpret_cast<void*>(region.begin);
}

bool release(void* pointer) {
    for (Region& region : allocations) {
        if (region.begin == reinterpret_cast<std::uintptr_t>(pointer) && !region.freed) {
            region.freed = true;
            std::free(region.cells);
            region.cells = nullptr;
            return true;
        }
    }
    return false;
}

// Host code that reads device memory must fault, as it does on a machine with a GPU.
void open_device_memory(bool open) {
    const std::size_t page = 4096, bytes = std::min(ARENA_BYTES, (used + page) / page * page);
    mprotect(reinterpret_cast<void*>(ARENA), bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void poison_shared_memory() {
    std::memset(reinterpret_cast<void*>(static_shared.begin), POISON, static_shared.end - static_shared.begin);
    std::memset(dynamic_shared, POISON, launch_state.shared_bytes);
    dynamic_region.end = dynamic_region.begin + launch_state.shared_bytes;
}

Region* find_region(std::uintptr_t address) {
    if (last_found < allocations.size() && allocations[last_found].holds(address)) return &allocations[last_found];
    for (Region* region : {&static_shared, &dynamic_region, &variables})
        if (region->holds(address)) return region;
    const auto after = std::upper_bound(allocations.begin(), allocations.end(), address,
                                        [](std::uintptr_t a, const Region& region) { return a < region.begin; });
    if (after == allocations.begin() || !std::prev(after)->holds(address)) return nullptr;
    last_found = static_cast<std::size_t>(std::prev(after) - allocations.begin());
    return &allocations[last_found];
}

// Constants of the program text: readable by any kernel.
bool is_program_constant(std::uintptr_t address) { return address >= program_begin && address < program_end; }

bool is_dynamic_shared(std::uintptr_t address) {
    return address >= dynamic_region.begin && address < dynamic_region.begin + DYNAMIC_SHARED_BYTES;
}

bool is_device(const void* pointer, std::size_t bytes) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(pointer);
    const Region* region = find_region(address);
    if (region == nullptr) return bytes == 0 && address >= ARENA && address < ARENA + ARENA_BYTES;
    return !region->freed && region->space == Space::global && address + bytes <= region->end;
}

bool is_arena(const void* pointer) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(pointer);
    return address >= ARENA && address < ARENA + ARENA_BYTES;
}

std::string describe(std::uintptr_t address, std::size_t bytes) {
    if (const Region* region = find_region(address)) return past_or_before(*region, address, bytes);
    if (is_dynamic_shared(address)) return past_or_before(dynamic_region, address, bytes);
    if (address < 4096) return "address is a null pointer";
    if (address < ARENA || address >= ARENA + ARENA_BYTES) return "address is not in device memory";
    const Region* nearest = nullptr;
    std::uintptr_t distance = ~std::uintptr_t{0};
    for (const Region& region : allocations) {
        const std::uintptr_t away = address >= region.end ? address - region.end : region.begin - address;
        if (away < distance) nearest = &region, distance = away;
    }
    return nearest == nullptr ? "nothing is allocated" : past_or_before(*nearest, address, bytes);
}

void forget_history() {
    for (Region* region : {&static_shared, &variables})
        std::memset(region->cells, 0, (region->end - region->begin) * sizeof(Cell));
    std::memset(dynamic_region.cells, 0, DYNAMIC_SHARED_BYTES * sizeof(Cell));
    for (Region& region : allocations)
        if (!region.freed) std::memset(region.cells, 0, (region.end - region.begin) * sizeof(Cell));
}

extern "C" void* cudashim_dynamic_shared() { return dynamic_shared; }

}  // namespace cudashim

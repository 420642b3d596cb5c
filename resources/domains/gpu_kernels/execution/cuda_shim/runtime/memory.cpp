// Device memory: allocations so far apart that an index of 32 bits reaches no other, so that an access belongs to the
// allocation that its pointer came from; shared memory, and __device__ variables.
//
// Which accesses are right is decided in access.cpp; who touched what last, in races.cpp.
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime.h"

extern "C" void cudashim_device_variables(char** begin, char** end);

namespace cudashim {

namespace {

// Fixed addresses, so that pointers printed by a candidate are the same in every run.
constexpr std::uintptr_t ARENA = 0x1000'0000'0000ULL;
constexpr std::size_t APART = std::size_t{16} << 30, MOST_ALLOCATIONS = 3072;
constexpr std::uintptr_t ARENA_END = ARENA + APART * MOST_ALLOCATIONS;
constexpr std::size_t DEVICE_BYTES = std::size_t{64} << 20, PAGE = 4096;
constexpr std::size_t DYNAMIC_SHARED_BYTES = 232448;

alignas(1024) char dynamic_shared[DYNAMIC_SHARED_BYTES];
std::vector<Region> allocations;
Region static_shared, dynamic_region, variables;
std::uintptr_t program_begin = 0, program_end = 0;

struct Constants {
    std::uintptr_t begin, end;
    bool code;
};
std::vector<Constants> constants;

// Variables of the device lie where host code and kernels name them. While host code runs, its own copy lies there.
// Host code gets a symbol's address as one of SYMBOLS, and its own addresses are moved away for kernels.
constexpr std::uintptr_t SYMBOLS = 0x3000'0000'0000ULL, MOVED = 0x2000'0000'0000ULL;
std::vector<char> of_device, of_host;
std::vector<std::pair<const void*, void*>> copied_symbols;

bool is_symbol(std::uintptr_t address) {
    return address >= SYMBOLS && address - SYMBOLS <= variables.end - variables.begin;
}
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
            if (!(part.p_flags & PF_W)) constants.push_back({begin, end, (part.p_flags & PF_X) != 0});
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

std::size_t pages_of(const Region& region) { return (region.end - region.begin) / PAGE * PAGE + PAGE; }

void map_pages(const Region& region) {
    void* wanted = reinterpret_cast<void*>(region.begin);
    const std::size_t bytes = pages_of(region);
    if (mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
        fail("limit", "device memory is exhausted: no room for " + std::to_string(bytes) + " bytes");
    fill_unwritten(wanted, region.end - region.begin);
    mprotect(wanted, bytes, PROT_NONE);
}

}  // namespace

bool is_arena(const void* pointer) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(pointer);
    return address >= ARENA && address < ARENA_END;
}

void initialise_memory() {
    dl_iterate_phdr(read_program, nullptr);
    char *begin = nullptr, *end = nullptr;
    cudashim_device_variables(&begin, &end);
    variables.begin = reinterpret_cast<std::uintptr_t>(begin), variables.end = reinterpret_cast<std::uintptr_t>(end);
    if (variables.end - variables.begin > DEVICE_BYTES)
        fail("limit", "device memory is exhausted: " + std::to_string(variables.end - variables.begin) +
                          " bytes of __device__ variables");
    of_device.assign(begin, end);
    of_host.resize(of_device.size());
    fill_unwritten(of_host.data(), of_host.size());
    std::copy(of_host.begin(), of_host.end(), begin);
    static_shared.space = dynamic_region.space = Space::shared;
    static_shared.name = "static shared memory";
    dynamic_region.name = "dynamic shared memory of the launch";
    variables.name = "memory of __device__ variables";
    static_shared.cells = cells_for(static_shared.end - static_shared.begin);
    dynamic_region.cells = cells_for(DYNAMIC_SHARED_BYTES);
    variables.cells = cells_for(variables.end - variables.begin);
    dynamic_region.begin = dynamic_region.end = reinterpret_cast<std::uintptr_t>(dynamic_shared);
}

namespace {
std::vector<Region*> live_regions() {
    std::vector<Region*> live{&variables};
    for (Region& region : allocations)
        if (!region.freed) live.push_back(&region);
    return live;
}
}  // namespace

std::vector<std::vector<char>> device_contents() {
    std::vector<std::vector<char>> contents;
    for (const Region* region : live_regions())
        contents.emplace_back(reinterpret_cast<char*>(region->begin), reinterpret_cast<char*>(region->end));
    return contents;
}

void restore_device(const std::vector<std::vector<char>>& contents) {
    const std::vector<Region*> live = live_regions();
    for (std::size_t i = 0; i < live.size(); i++)
        std::copy(contents[i].begin(), contents[i].end(), reinterpret_cast<char*>(live[i]->begin));
}

void* allocate(std::size_t bytes, const std::string& name, int line) {
    if (bytes > DEVICE_BYTES || used + bytes > DEVICE_BYTES || allocations.size() == MOST_ALLOCATIONS)
        fail("limit", "device memory is exhausted: " + std::to_string(bytes) +
                          " bytes more than the emulated device's " + std::to_string(DEVICE_BYTES >> 20) + " MiB");
    Region region;
    region.begin = ARENA + allocations.size() * APART + APART / 2;
    region.end = region.begin + bytes;
    region.name = name;
    region.line = line;
    region.cells = cells_for(bytes);
    used += bytes;
    map_pages(region);
    allocations.push_back(region);
    return reinterpret_cast<void*>(region.begin);
}

bool release(void* pointer) {
    for (Region& region : allocations) {
        if (region.begin == reinterpret_cast<std::uintptr_t>(pointer) && !region.freed) {
            region.freed = true;
            munmap(pointer, pages_of(region));
            std::free(region.cells);
            region.cells = nullptr;
            return true;
        }
    }
    return false;
}

// What a call of the entry has allocated it is to free, as compute-sanitizer's leak check has it.
void fail_if_device_leaks() {
    std::size_t count = 0, bytes = 0;
    const Region* first = nullptr;
    for (const Region& region : allocations) {
        if (region.freed || region.line == 0) continue;
        if (first == nullptr) first = &region;
        count++, bytes += region.end - region.begin;
    }
    if (first != nullptr)
        fail("leak", "Leak of device memory: " + std::to_string(count) + " allocation(s) of " + std::to_string(bytes) +
                         " bytes were not freed; first is the " + std::to_string(first->end - first->begin) +
                         "-byte " + first->name + " at kernel.cu:" + std::to_string(first->line));
}

void show_variables(bool of_kernels) {
    char* const begin = reinterpret_cast<char*>(variables.begin);
    std::vector<char>&before = of_kernels ? of_host : of_device, &after = of_kernels ? of_device : of_host;
    if (before.empty()) return;
    std::memcpy(before.data(), begin, before.size());
    std::memcpy(begin, after.data(), after.size());
}

// Where the runtime finds what a pointer of host code names.
void* found_for_host(const void* pointer) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(pointer);
    return is_symbol(address) ? of_device.data() + (address - SYMBOLS) : const_cast<void*>(pointer);
}

// Host code that reads device memory must fault, as it does on a machine with a GPU.
void open_device_memory(bool open) {
    for (const Region& region : allocations)
        if (!region.freed)
            mprotect(reinterpret_cast<void*>(region.begin), pages_of(region), open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void forget_shared_memory() {
    fill_unwritten(reinterpret_cast<void*>(static_shared.begin), static_shared.end - static_shared.begin);
    fill_unwritten(dynamic_shared, launch_state.shared_bytes);
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

bool is_program(std::uintptr_t address) { return address >= program_begin && address < program_end; }

// Constants of the program text: readable by any kernel that names them.
bool is_program_constant(std::uintptr_t address) {
    return std::any_of(constants.begin(), constants.end(),
                       [=](const Constants& part) { return address >= part.begin && address < part.end; });
}

bool is_dynamic_shared(std::uintptr_t address) {
    return address >= dynamic_region.begin && address < dynamic_region.begin + DYNAMIC_SHARED_BYTES;
}

bool is_device(const void* pointer, std::size_t bytes) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(pointer);
    if (is_symbol(address)) return address + bytes <= SYMBOLS + (variables.end - variables.begin);
    const Region* region = find_region(address);
    if (region == &variables) return false;
    if (region == nullptr) return bytes == 0 && is_arena(pointer);
    return !region->freed && region->space == Space::global && address + bytes <= region->end;
}

std::string describe(std::uintptr_t address, std::size_t bytes) {
    if (const Region* region = find_region(address)) return past_or_before(*region, address, bytes);
    if (is_dynamic_shared(address)) return past_or_before(dynamic_region, address, bytes);
    if (address < 4096) return "address is a null pointer";
    if (is_program(address) || (address >= MOVED && is_program(address - MOVED))) return "address is in host memory";
    if (!is_arena(reinterpret_cast<void*>(address))) return "address is not in device memory";
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

extern "C" {
void* cudashim_symbol(const void* symbol, std::size_t bytes) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(symbol);
    if (variables.holds(address)) return reinterpret_cast<void*>(address - variables.begin + SYMBOLS);
    for (const auto& [known, copy] : copied_symbols)
        if (known == symbol) return copy;
    void* const copy = allocate(bytes, "constant of the program");
    open_device_memory(true);
    std::memcpy(copy, symbol, bytes);
    open_device_memory(false);
    copied_symbols.emplace_back(symbol, copy);
    return copy;
}

void cudashim_argument(void* value, std::size_t bytes, bool is_pointer) {
    for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= bytes; i += sizeof(std::uintptr_t)) {
        std::uintptr_t word;
        std::memcpy(&word, static_cast<char*>(value) + i, sizeof word);
        const bool host = std::any_of(constants.begin(), constants.end(), [=](const Constants& part) {
            return !part.code && word >= part.begin && word < part.end;
        });
        if (is_symbol(word))
            word = word - SYMBOLS + variables.begin;
        else if (is_pointer && (variables.holds(word) || host))
            word += MOVED;
        std::memcpy(static_cast<char*>(value) + i, &word, sizeof word);
    }
}
}

extern "C" void* cudashim_dynamic_shared() { return dynamic_shared; }

}  // namespace cudashim

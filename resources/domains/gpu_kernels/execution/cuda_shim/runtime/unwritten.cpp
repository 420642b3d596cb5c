// What lies in memory that nobody wrote: numbers of all sorts, others at each place, in each allocation, block and case,
// and the same in each run of a program. Zeros are among them, so are NaN, and neither stands alone: whoever adds to what
// was never cleared, or takes a maximum over it, gives wrong results.
#include <algorithm>
#include <array>
#include <cstring>

#include "runtime.h"

namespace cudashim {

namespace {

constexpr std::size_t WORDS = 1 << 14, WORDS_OF_A_START = 4;
using Words = std::array<std::uint32_t, WORDS>;

std::uint64_t scattered(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

// A word as float32, and its upper half as 16 bits: NaN; of ordinary size; large; as an integer a small one; anything; 0.
// What an allocation can start with is NaN, ordinary or large.
std::uint32_t word(std::size_t place) {
    const std::uint64_t random = scattered(place);
    const std::uint32_t low = static_cast<std::uint32_t>(random), sign = low & 0x80000000u;
    const std::uint64_t sort = random >> 61;
    if (sort == 0) return 0xffffffffu;
    if (sort == 1) return sign | 0x71000000u | (low & 0x007fffffu);
    if (sort < 5 || place % WORDS_OF_A_START == 0) return sign | 0x3f800000u | (low & 0x01ffffffu);
    return sort == 5 ? 1u + (low & 63u) : sort == 6 ? low : 0u;
}

const Words& words() {
    static const Words made = [] {
        Words all{};
        for (std::size_t i = 0; i < WORDS; i++) all[i] = word(i);
        return all;
    }();
    return made;
}

std::uint64_t filled = 0;

}  // namespace

void fill_unwritten(void* memory, std::size_t bytes) {
    char* to = static_cast<char*>(memory);
    const char* const all = reinterpret_cast<const char*>(words().data());
    while (bytes != 0) {
        const std::size_t start = scattered(++filled) % (WORDS / WORDS_OF_A_START) * WORDS_OF_A_START * sizeof(std::uint32_t);
        const std::size_t count = std::min(bytes, sizeof(Words) - start);
        std::memcpy(to, all + start, count);
        to += count, bytes -= count;
    }
}

}  // namespace cudashim

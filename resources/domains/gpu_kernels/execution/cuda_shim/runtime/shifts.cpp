// Shifts by as many bits as the type has, or by more: a device leaves nothing but copies of the sign (PTX ISA, shl, shr).
//
// What the compiler announces here a shift of the same value by the same count takes (shifts.s); some are announced
// before the first is made. Where none takes it, the compiler has worked the shift out itself or left it away, as
// nvcc's may, and what a device does is not known.
#include "runtime.h"

// shifts.s tells what is to be shifted by these names, and asks for the answer.
extern "C" {
std::uint64_t cudashim_shifts_announced = 0, cudashim_saved = 0, cudashim_shifted = 0, cudashim_count = 0,
              cudashim_is_wide = 0;
std::uint32_t cudashim_bits = 0, cudashim_rotates = 0;
}

namespace cudashim {

namespace {

struct Shift {
    std::uintptr_t place;
    std::uint64_t value, count;
};
Shift announced[4] = {};

[[noreturn]] void fail_open(std::uintptr_t place) {
    fail("gap", "a shift by a negative number of bits, or by as many as the type has: " + place_mark(place) + ", " +
                    running_code());
}

}  // namespace

void announce_shift(std::uint64_t value, std::uint64_t count, unsigned bits, std::uintptr_t place) {
    for (Shift& shift : announced) {
        if (shift.place != 0) continue;
        shift = {place, bits < 64 ? value & ((std::uint64_t{1} << bits) - 1) : value, count};
        cudashim_shifts_announced++;
        return;
    }
    fail_open(place);
}

void settle_shifts() {
    for (const Shift& shift : announced)
        if (shift.place != 0) fail_open(shift.place);
}

// Called between two instructions of a candidate's, whose registers all stay as they are.
extern "C" __attribute__((no_caller_saved_registers, target("general-regs-only"))) void cudashim_take_shift() {
    cudashim_is_wide = 0;
    const std::uint64_t value = cudashim_bits < 64 ? cudashim_shifted & 0xffffffff : cudashim_shifted;
    for (Shift& shift : announced) {
        const bool is_it = cudashim_rotates ? shift.count == cudashim_bits && cudashim_count % cudashim_bits == 0
                                            : (shift.count & 0xff) == (cudashim_count & 0xff);
        if (shift.place == 0 || shift.value != value || !is_it) continue;
        shift.place = 0;
        cudashim_shifts_announced--;
        cudashim_is_wide = 1;
        return;
    }
}

}  // namespace cudashim

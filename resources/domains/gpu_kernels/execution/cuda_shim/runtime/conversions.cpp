// Floating point made integers that do not hold the value: what cvt.rzi of a device gives, which is the nearest value of
// a type of 32 or 64 bits; narrower types have its low bits. NaN is 0 for float32 and 32 bits, else the sign bit alone.
//
// What the compiler announces here a conversion of the same value takes (conversions.s); some are announced before the
// first is made. Where none takes it, the compiler has worked the conversion out itself or left it away, and what a
// device does is not known.
#include <cfenv>
#include <cmath>
#include <cstring>

#include "runtime.h"

// conversions.s counts on this layout, and on the number of slots.
struct ConversionSlot {
    std::uint64_t place, source, converted;
};
extern "C" {
std::uint64_t cudashim_announced = 0, cudashim_source = 0;
ConversionSlot cudashim_slots[4] = {};
}

namespace cudashim {

namespace {

[[noreturn]] void fail_unmade(std::uintptr_t place) {
    fail("gap", "a conversion to an integer type that does not hold the value: " + place_mark(place) + ", " +
                    running_code());
}

double value_of(std::uint64_t bits, bool is_double) {
    if (!is_double) {
        float value;
        std::memcpy(&value, &bits, 4);
        return value;
    }
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
}

std::uint64_t bits_of(double value, bool is_double) {
    std::uint64_t bits = 0;
    const float narrow = static_cast<float>(value);
    is_double ? std::memcpy(&bits, &value, 8) : std::memcpy(&bits, &narrow, 4);
    return bits;
}

// The type that a device converts to has 32 bits or 64.
std::uint64_t nearest(double value, bool is_signed, unsigned bits, bool is_double) {
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    if (std::isnan(value)) return is_double || bits == 64 ? sign : 0;
    const double end = std::ldexp(1.0, static_cast<int>(is_signed ? bits - 1 : bits));
    if (value >= end) return is_signed ? sign - 1 : bits == 64 ? ~std::uint64_t{0} : (sign << 1) - 1;
    if (is_signed) return value < -end ? sign : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    return value <= 0 ? 0 : static_cast<std::uint64_t>(value);
}

}  // namespace

void announce_conversion(std::uint64_t source, bool is_double, bool is_signed, unsigned bits, std::uintptr_t place) {
    const double value = value_of(source, is_double);
    std::uint64_t converted = nearest(value, is_signed, bits > 32 ? 64 : 32, is_double);
    constexpr double middle = 9223372036854775808.0;
    if (!is_signed && bits == 64 && value >= middle) {
        // This processor has signed conversions alone: the compiler takes half the range off, and adds it again.
        source = bits_of(value - middle, is_double);
        converted ^= std::uint64_t{1} << 63;
    }
    ConversionSlot* free = nullptr;
    for (ConversionSlot& slot : cudashim_slots) {
        if (slot.place == 0)
            free = &slot;
        else if (slot.source == source && slot.converted != converted)
            fail_unmade(place);  // Which of the two takes which is not known.
    }
    if (free == nullptr) fail_unmade(place);
    *free = {place, source, converted};
    cudashim_announced++;
}

void settle_conversions() {
    for (const ConversionSlot& slot : cudashim_slots)
        if (slot.place != 0) fail_unmade(slot.place);
}

// How sums, products and roots are rounded from now on: -1 down, 1 up, 2 towards zero, 0 to the nearest; what it was.
extern "C" int cudashim_rounding(int direction) {
    const int before = std::fegetround();
    std::fesetround(direction < 0    ? FE_DOWNWARD
                    : direction == 1 ? FE_UPWARD
                    : direction == 2 ? FE_TOWARDZERO
                                     : FE_TONEAREST);
    return before == FE_DOWNWARD ? -1 : before == FE_UPWARD ? 1 : before == FE_TOWARDZERO ? 2 : 0;
}

}  // namespace cudashim

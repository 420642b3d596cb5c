// Products that sums may take before they are rounded, as nvcc contracts them (products.s): each under the low bits of its
// rounded value. One that was stored and is loaded again is rounded, and what host code computes is rounded each time.
#include <cmath>
#include <cstring>

#include "runtime.h"

// products.s keeps these.
extern "C" {
bool cudashim_fuses = false;
alignas(16) std::uint64_t cudashim_operands[2] = {}, cudashim_kept_xmm14[2] = {}, cudashim_kept_xmm15[2] = {};
std::uint64_t cudashim_result = 0, cudashim_kept_r10 = 0, cudashim_kept_r11 = 0;
std::uint32_t cudashim_products_single[1 << 16] = {};
std::uint64_t cudashim_factors_single[1 << 16] = {}, cudashim_products_double[1 << 16] = {};
double cudashim_factors_double[1 << 17] = {};
}

namespace cudashim {

// A 0 stays: as a product of zeros it is what it is.
void forget_products(const void* loaded, std::size_t bytes) {
    const char* const at = static_cast<const char*>(loaded);
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
        std::uint32_t word;
        std::memcpy(&word, at + i, sizeof word);
        std::uint32_t& kept = cudashim_products_single[word & 0xffff];
        if (kept == word) kept = 0, cudashim_factors_single[word & 0xffff] = 0;
    }
    for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
        std::uint64_t word;
        std::memcpy(&word, at + i, sizeof word);
        std::uint64_t& kept = cudashim_products_double[word & 0xffff];
        if (kept != word) continue;
        double* const factors = cudashim_factors_double + 2 * (word & 0xffff);
        kept = 0, factors[0] = factors[1] = 0;
    }
}

// Called for a sum of double precision of which one operand is a kept product, with all registers kept.
extern "C" void cudashim_fused_double(int subtracts) {
    double operands[2];
    std::memcpy(operands, cudashim_operands, sizeof operands);
    const std::size_t first = cudashim_operands[0] & 0xffff, second = cudashim_operands[1] & 0xffff;
    const bool takes_first = cudashim_products_double[first] == cudashim_operands[0];
    const double* const factors = cudashim_factors_double + 2 * (takes_first ? first : second);
    const double of_product = subtracts && !takes_first ? -factors[0] : factors[0];
    const double addend = takes_first ? (subtracts ? -operands[1] : operands[1]) : operands[0];
    const double made = std::fma(of_product, factors[1], addend);
    std::memcpy(&cudashim_result, &made, sizeof made);
}

}  // namespace cudashim

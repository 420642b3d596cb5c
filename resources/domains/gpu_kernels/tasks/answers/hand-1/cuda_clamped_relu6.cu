#include <cuda_runtime.h>

constexpr int THREADS = 256;

__global__ void __launch_bounds__(THREADS) clamped_relu6_kernel(const float* x, unsigned char* out, int n)
{
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const float value = x[i];
    // Both comparisons are false for NaN, which becomes 0.
    float clamped = 0.0f;
    if (value >= 6.0f) {
        clamped = 6.0f;
    } else if (value > 0.0f) {
        clamped = value;
    }
    // __float2int_rn rounds to the nearest integer, halves to even.
    out[i] = static_cast<unsigned char>(__float2int_rn(clamped * 42.5f));
}

void clamped_relu6(const float* x, unsigned char* out, int n)
{
    if (n <= 0) {
        return;
    }
    const int blocks = (n - 1) / THREADS + 1;
    clamped_relu6_kernel<<<blocks, THREADS>>>(x, out, n);
}

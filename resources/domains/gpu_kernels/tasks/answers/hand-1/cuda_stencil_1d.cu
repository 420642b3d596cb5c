#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int RADIUS = 3;
constexpr int TAPS = 2 * RADIUS + 1;

__global__ void __launch_bounds__(THREADS) stencil_1d_kernel(const float* x, const float* weights, float* out, int n)
{
    __shared__ float tile[THREADS + 2 * RADIUS];
    __shared__ float tap_weights[TAPS];

    const long long block_start = static_cast<long long>(blockIdx.x) * THREADS;

    // The block's part of x with a halo on either side; 0 outside the array.
    for (int t = threadIdx.x; t < THREADS + 2 * RADIUS; t += THREADS) {
        const long long source = block_start + t - RADIUS;
        tile[t] = source >= 0 && source < n ? x[source] : 0.0f;
    }
    if (threadIdx.x < TAPS) {
        tap_weights[threadIdx.x] = weights[threadIdx.x];
    }
    __syncthreads();

    const long long i = block_start + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int tap = 0; tap < TAPS; ++tap) {
            sum += tap_weights[tap] * tile[threadIdx.x + tap];
        }
        out[i] = sum;
    }
}

void stencil_1d(const float* x, const float* weights, float* out, int n)
{
    if (n <= 0) {
        return;
    }
    const int blocks = (n - 1) / THREADS + 1;
    stencil_1d_kernel<<<blocks, THREADS>>>(x, weights, out, n);
}

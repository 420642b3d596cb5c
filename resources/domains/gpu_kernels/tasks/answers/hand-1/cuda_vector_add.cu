#include <cuda_runtime.h>

constexpr int THREADS = 128;
constexpr int BLOCKS = 32;

__global__ void __launch_bounds__(THREADS) vector_add_kernel(const float* a, const float* b, float* out, int n)
{
    // Grid-stride loop: one launch serves any length.
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

void vector_add(const float* a, const float* b, float* out, int n)
{
    if (n <= 0) {
        return;
    }
    vector_add_kernel<<<BLOCKS, THREADS>>>(a, b, out, n);
}

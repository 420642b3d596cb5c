#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr int MAX_BLOCKS = 1024;
constexpr unsigned FULL_MASK = 0xffffffffu;

__global__ void clear_kernel(float* out)
{
    out[0] = 0.0f;
}

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(FULL_MASK, value, offset);
    }
    return value;
}

__global__ void __launch_bounds__(THREADS) block_sum_kernel(const float* x, float* out, int n)
{
    __shared__ float warp_sums[WARPS];

    // Grid-stride loop; threads without elements keep 0 and still take part in the shuffles.
    float sum = 0.0f;
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        sum += x[i];
    }

    sum = warp_sum(sum);
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (lane == 0) {
        warp_sums[warp] = sum;
    }
    __syncthreads();

    if (warp == 0) {
        sum = lane < WARPS ? warp_sums[lane] : 0.0f;
        sum = warp_sum(sum);
        if (lane == 0) {
            atomicAdd(out, sum);
        }
    }
}

void block_sum(const float* x, float* out, int n)
{
    clear_kernel<<<1, 1>>>(out);
    if (n <= 0) {
        return;
    }
    int blocks = (n - 1) / THREADS + 1;
    if (blocks > MAX_BLOCKS) {
        blocks = MAX_BLOCKS;
    }
    block_sum_kernel<<<blocks, THREADS>>>(x, out, n);
}

#include <cmath>
#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr unsigned FULL_MASK = 0xffffffffu;

// One block works on one row.
__global__ void __launch_bounds__(THREADS) row_softmax_kernel(const float* x, float* out, int columns)
{
    // Each reduction has shared memory of its own.
    __shared__ float warp_maxima[WARPS];
    __shared__ float warp_sums[WARPS];

    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const float* row_x = x + static_cast<size_t>(blockIdx.x) * columns;
    float* row_out = out + static_cast<size_t>(blockIdx.x) * columns;

    float maximum = -INFINITY;
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        maximum = fmaxf(maximum, row_x[column]);
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        maximum = fmaxf(maximum, __shfl_down_sync(FULL_MASK, maximum, offset));
    }
    if (lane == 0) {
        warp_maxima[warp] = maximum;
    }
    __syncthreads();
    maximum = warp_maxima[0];
    for (int i = 1; i < WARPS; ++i) {
        maximum = fmaxf(maximum, warp_maxima[i]);
    }

    float sum = 0.0f;
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        sum += expf(row_x[column] - maximum);
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(FULL_MASK, sum, offset);
    }
    if (lane == 0) {
        warp_sums[warp] = sum;
    }
    __syncthreads();
    sum = 0.0f;
    for (int i = 0; i < WARPS; ++i) {
        sum += warp_sums[i];
    }

    for (int column = threadIdx.x; column < columns; column += THREADS) {
        row_out[column] = expf(row_x[column] - maximum) / sum;
    }
}

void row_softmax(const float* x, float* out, int rows, int columns)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    row_softmax_kernel<<<rows, THREADS>>>(x, out, columns);
}

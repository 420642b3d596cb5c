#include <cmath>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int WARP_SIZE = 32;
constexpr int WARPS_PER_BLOCK = 8;
constexpr int THREADS = WARP_SIZE * WARPS_PER_BLOCK;
constexpr unsigned FULL_MASK = 0xffffffffu;

// Sum over the warp, in every lane.
__device__ float warp_sum(float value)
{
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(FULL_MASK, value, offset);
    }
    return value;
}

// One warp normalises one row.
__global__ void __launch_bounds__(THREADS)
layer_norm_kernel(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows, int columns,
                  float epsilon)
{
    const int lane = threadIdx.x % WARP_SIZE;
    const long long row = static_cast<long long>(blockIdx.x) * WARPS_PER_BLOCK + threadIdx.x / WARP_SIZE;
    if (row >= rows) {
        return;   // the whole warp leaves; there is no barrier for the block
    }
    const __half* row_x = x + row * columns;
    __half* row_out = out + row * columns;

    float sum = 0.0f;
    for (int column = lane; column < columns; column += WARP_SIZE) {
        sum += __half2float(row_x[column]);
    }
    const float mean = warp_sum(sum) / columns;

    float squares = 0.0f;
    for (int column = lane; column < columns; column += WARP_SIZE) {
        const float deviation = __half2float(row_x[column]) - mean;
        squares += deviation * deviation;
    }
    const float variance = warp_sum(squares) / columns;
    const float inverse_deviation = 1.0f / sqrtf(variance + epsilon);

    for (int column = lane; column < columns; column += WARP_SIZE) {
        const float normalised = (__half2float(row_x[column]) - mean) * inverse_deviation;
        row_out[column] = __float2half(normalised * __half2float(gamma[column]) + __half2float(beta[column]));
    }
}

void layer_norm(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows, int columns,
                float epsilon)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    const int blocks = (rows - 1) / WARPS_PER_BLOCK + 1;
    layer_norm_kernel<<<blocks, THREADS>>>(x, gamma, beta, out, rows, columns, epsilon);
}

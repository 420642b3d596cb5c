#include <cmath>
#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr unsigned FULL_MASK = 0xffffffffu;

// Maximum over the block, in every thread.
__device__ float block_max(float value, float* warp_values)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        value = fmaxf(value, __shfl_down_sync(FULL_MASK, value, offset));
    }
    if (threadIdx.x % 32 == 0) {
        warp_values[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = warp_values[0];
    for (int warp = 1; warp < WARPS; ++warp) {
        value = fmaxf(value, warp_values[warp]);
    }
    return value;
}

// One block quantises one row.
__global__ void __launch_bounds__(THREADS)
row_quantize_int8_kernel(const float* x, signed char* quantized, float* scales, int columns)
{
    __shared__ float warp_values[WARPS];
    const size_t row_start = static_cast<size_t>(blockIdx.x) * columns;

    float largest = 0.0f;
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        largest = fmaxf(largest, fabsf(x[row_start + column]));
    }
    largest = block_max(largest, warp_values);

    const float scale = largest / 127.0f;
    for (int column = threadIdx.x; column < columns; column += THREADS) {
        int rounded = 0;
        if (scale > 0.0f) {
            const float quotient = rintf(x[row_start + column] / scale);
            rounded = static_cast<int>(fminf(fmaxf(quotient, -127.0f), 127.0f));
        }
        quantized[row_start + column] = static_cast<signed char>(rounded);
    }
    if (threadIdx.x == 0) {
        scales[blockIdx.x] = scale;
    }
}

void row_quantize_int8(const float* x, signed char* quantized, float* scales, int rows, int columns)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    row_quantize_int8_kernel<<<rows, THREADS>>>(x, quantized, scales, columns);
}

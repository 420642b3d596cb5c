#include <cuda_fp16.h>

constexpr int kWarps = 4;

__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    }
    return value;
}

__global__ void layer_norm_kernel(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows,
                                  int columns, float epsilon) {
    const int row = blockIdx.x * kWarps + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) {
        return;
    }
    const __half* values = x + row * columns;
    float sum = 0.0f;
    for (int j = lane; j < columns; j += 32) {
        sum += __half2float(values[j]);
    }
    const float mean = warp_sum(sum) / columns;
    float squares = 0.0f;
    for (int j = lane; j < columns; j += 32) {
        const float distance = __half2float(values[j]) - mean;
        squares += distance * distance;
    }
    const float scale = rsqrtf(warp_sum(squares) / columns + epsilon);
    for (int j = lane; j < columns; j += 32) {
        const float normal = (__half2float(values[j]) - mean) * scale;
        out[row * columns + j] = __float2half(normal * __half2float(gamma[j]) + __half2float(beta[j]));
    }
}

void layer_norm(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows, int columns,
                float epsilon) {
    layer_norm_kernel<<<(rows + kWarps - 1) / kWarps, 32 * kWarps>>>(x, gamma, beta, out, rows, columns, epsilon);
}

#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void matrix_vector_kernel(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out,
                                     int rows, int columns) {
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * (blockDim.x / 32) + warp;
    if (row >= rows) return;
    const __nv_bfloat16* m = matrix + (size_t)row * columns;
    float sum = 0.0f;
    for (int j = lane; j < columns; j += 32) {
        sum += __bfloat162float(m[j]) * x[j];
    }
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) out[row] = sum + bias[row];
}

void matrix_vector(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows, int columns) {
    if (rows <= 0) return;
    int warps = 8;
    int blocks = (rows + warps - 1) / warps;
    matrix_vector_kernel<<<blocks, warps * 32>>>(matrix, x, bias, out, rows, columns);
}

#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr int WARP_SIZE = 32;
constexpr int WARPS_PER_BLOCK = 8;
constexpr int THREADS = WARP_SIZE * WARPS_PER_BLOCK;
constexpr unsigned FULL_MASK = 0xffffffffu;

// One warp computes one row.
__global__ void __launch_bounds__(THREADS)
matrix_vector_kernel(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows, int columns)
{
    const int lane = threadIdx.x % WARP_SIZE;
    const long long row = static_cast<long long>(blockIdx.x) * WARPS_PER_BLOCK + threadIdx.x / WARP_SIZE;
    if (row >= rows) {
        return;   // the whole warp leaves
    }
    const __nv_bfloat16* matrix_row = matrix + row * columns;

    float sum = 0.0f;
    for (int column = lane; column < columns; column += WARP_SIZE) {
        sum += __bfloat162float(matrix_row[column]) * x[column];
    }
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(FULL_MASK, sum, offset);
    }
    if (lane == 0) {
        out[row] = sum + bias[row];
    }
}

void matrix_vector(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows, int columns)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    const int blocks = (rows - 1) / WARPS_PER_BLOCK + 1;
    matrix_vector_kernel<<<blocks, THREADS>>>(matrix, x, bias, out, rows, columns);
}

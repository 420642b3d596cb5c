#include <cuda_bf16.h>

constexpr int kWarps = 4;

__global__ void matrix_vector_kernel(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows,
                                     int columns) {
    const int row = blockIdx.x * kWarps + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    float sum = 0.0f;
    if (row < rows) {
        const __nv_bfloat16* line = matrix + static_cast<long long>(row) * columns;
        for (int j = lane; j < columns; j += 32) {
            sum += __bfloat162float(line[j]) * x[j];
        }
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (row < rows && lane == 0) {
        out[row] = sum + bias[row];
    }
}

void matrix_vector(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows, int columns) {
    matrix_vector_kernel<<<(rows + kWarps - 1) / kWarps, 32 * kWarps>>>(matrix, x, bias, out, rows, columns);
}

#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void transpose_kernel(const float* x, float* out, int rows, int columns) {
    __shared__ float tile[TILE][TILE + 1];
    int col = blockIdx.x * TILE + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        int row = blockIdx.y * TILE + r;
        if (row < rows && col < columns) tile[r][threadIdx.x] = x[(size_t)row * columns + col];
    }
    __syncthreads();
    int out_col = blockIdx.y * TILE + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        int out_row = blockIdx.x * TILE + r;
        if (out_row < columns && out_col < rows) out[(size_t)out_row * rows + out_col] = tile[threadIdx.x][r];
    }
}

void tiled_transpose(const float* x, float* out, int rows, int columns) {
    dim3 block(TILE, ROWS);
    dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(x, out, rows, columns);
}

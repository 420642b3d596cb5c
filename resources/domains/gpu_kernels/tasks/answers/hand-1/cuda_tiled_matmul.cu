#include <cuda_runtime.h>

constexpr int TILE = 16;

// Each block computes a TILE x TILE tile of c, each thread one element of it.
__global__ void __launch_bounds__(TILE * TILE)
tiled_matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k, int column_tiles)
{
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];

    const int row = (blockIdx.x / column_tiles) * TILE + threadIdx.y;
    const int column = (blockIdx.x % column_tiles) * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int k_start = 0; k_start < k; k_start += TILE) {
        const int a_column = k_start + threadIdx.x;
        const int b_row = k_start + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] =
            row < m && a_column < k ? a[static_cast<size_t>(row) * k + a_column] : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] =
            b_row < k && column < n ? b[static_cast<size_t>(b_row) * n + column] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE; ++i) {
            sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        }
        __syncthreads();   // the tiles are overwritten in the next step
    }

    if (row < m && column < n) {
        c[static_cast<size_t>(row) * n + column] = sum;
    }
}

void tiled_matmul(const float* a, const float* b, float* c, int m, int n, int k)
{
    if (m <= 0 || n <= 0) {
        return;
    }
    const int row_tiles = (m + TILE - 1) / TILE;
    const int column_tiles = (n + TILE - 1) / TILE;
    const dim3 block(TILE, TILE);
    tiled_matmul_kernel<<<row_tiles * column_tiles, block>>>(a, b, c, m, n, k, column_tiles);
}

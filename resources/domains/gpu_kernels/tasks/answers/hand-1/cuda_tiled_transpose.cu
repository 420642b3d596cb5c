#include <cuda_runtime.h>

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;   // 32 x 8 threads; each moves four elements of a tile

__global__ void __launch_bounds__(TILE * BLOCK_ROWS)
tiled_transpose_kernel(const float* x, float* out, int rows, int columns, int column_tiles)
{
    // One more column, so that the elements of a column lie in different banks.
    __shared__ float tile[TILE][TILE + 1];

    const int tile_row = (blockIdx.x / column_tiles) * TILE;
    const int tile_column = (blockIdx.x % column_tiles) * TILE;

    for (int j = threadIdx.y; j < TILE; j += BLOCK_ROWS) {
        const int row = tile_row + j;
        const int column = tile_column + threadIdx.x;
        if (row < rows && column < columns) {
            tile[j][threadIdx.x] = x[static_cast<size_t>(row) * columns + column];
        }
    }
    __syncthreads();

    // Rows of the output are columns of x.
    for (int j = threadIdx.y; j < TILE; j += BLOCK_ROWS) {
        const int output_row = tile_column + j;
        const int output_column = tile_row + threadIdx.x;
        if (output_row < columns && output_column < rows) {
            out[static_cast<size_t>(output_row) * rows + output_column] = tile[threadIdx.x][j];
        }
    }
}

void tiled_transpose(const float* x, float* out, int rows, int columns)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    const int row_tiles = (rows + TILE - 1) / TILE;
    const int column_tiles = (columns + TILE - 1) / TILE;
    const dim3 block(TILE, BLOCK_ROWS);
    tiled_transpose_kernel<<<row_tiles * column_tiles, block>>>(x, out, rows, columns, column_tiles);
}

constexpr int kTile = 32;
constexpr int kSteps = 8;

__global__ void tiled_transpose_kernel(const float* x, float* out, int rows, int columns) {
    __shared__ float tile[kTile][kTile + 1];
    const int column = blockIdx.x * kTile + threadIdx.x;
    for (int step = threadIdx.y; step < kTile; step += kSteps) {
        const int row = blockIdx.y * kTile + step;
        if (row < rows && column < columns) {
            tile[step][threadIdx.x] = x[row * columns + column];
        }
    }
    __syncthreads();
    const int out_column = blockIdx.y * kTile + threadIdx.x;
    for (int step = threadIdx.y; step < kTile; step += kSteps) {
        const int out_row = blockIdx.x * kTile + step;
        if (out_row < columns && out_column < rows) {
            out[out_row * rows + out_column] = tile[threadIdx.x][step];
        }
    }
}

void tiled_transpose(const float* x, float* out, int rows, int columns) {
    const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    tiled_transpose_kernel<<<grid, dim3(kTile, kSteps)>>>(x, out, rows, columns);
}

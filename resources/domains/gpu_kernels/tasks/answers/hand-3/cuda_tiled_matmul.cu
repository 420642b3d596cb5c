#include <cuda_runtime.h>

#define TILE 16

__global__ void tiled_matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < k; start += TILE) {
        int ka = start + threadIdx.x;
        int kb = start + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = (row < m && ka < k) ? a[(size_t)row * k + ka] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = (kb < k && col < n) ? b[(size_t)kb * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++) {
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        }
        __syncthreads();
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

void tiled_matmul(const float* a, const float* b, float* c, int m, int n, int k) {
    if (m <= 0 || n <= 0) return;
    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    tiled_matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

#include <cuda_runtime.h>

__global__ void block_sum_kernel(const float* x, float* out, int n) {
    __shared__ float partial[32];
    float sum = 0.0f;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        sum += x[i];
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int warps = blockDim.x >> 5;
        sum = lane < warps ? partial[lane] : 0.0f;
        for (int offset = 16; offset > 0; offset >>= 1) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        }
        if (lane == 0) atomicAdd(out, sum);
    }
}

void block_sum(const float* x, float* out, int n) {
    cudaMemset(out, 0, sizeof(float));
    if (n <= 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    if (blocks > 1024) blocks = 1024;
    block_sum_kernel<<<blocks, threads>>>(x, out, n);
}

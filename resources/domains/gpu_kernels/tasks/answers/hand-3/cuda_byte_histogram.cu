#include <cuda_runtime.h>

__global__ void byte_histogram_kernel(const unsigned char* x, int* counts, int n) {
    __shared__ int local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
        atomicAdd(&local[x[i]], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        if (local[i] != 0) atomicAdd(&counts[i], local[i]);
    }
}

void byte_histogram(const unsigned char* x, int* counts, int n) {
    cudaMemset(counts, 0, 256 * sizeof(int));
    if (n <= 0) return;
    int threads = 256;
    int blocks = (n + threads * 8 - 1) / (threads * 8);
    if (blocks > 512) blocks = 512;
    byte_histogram_kernel<<<blocks, threads>>>(x, counts, n);
}

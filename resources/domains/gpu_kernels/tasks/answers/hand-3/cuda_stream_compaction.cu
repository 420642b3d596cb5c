#include <cuda_runtime.h>

#define THREADS 256
#define WARPS (THREADS / 32)

__global__ void count_kernel(const float* x, float threshold, int* block_counts, int n) {
    __shared__ int warp_counts[WARPS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    bool keep = i < n && x[i] > threshold;
    unsigned int ballot = __ballot_sync(0xffffffffu, keep);
    if ((threadIdx.x & 31) == 0) warp_counts[threadIdx.x / 32] = __popc(ballot);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < WARPS; w++) sum += warp_counts[w];
        block_counts[blockIdx.x] = sum;
    }
}

__global__ void offsets_kernel(int* block_counts, int* count, int blocks) {
    int sum = 0;
    for (int b = 0; b < blocks; b++) {
        int c = block_counts[b];
        block_counts[b] = sum;
        sum += c;
    }
    count[0] = sum;
}

__global__ void scatter_kernel(const float* x, float threshold, const int* block_offsets, float* kept, int n) {
    __shared__ int warp_counts[WARPS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x / 32;
    float v = i < n ? x[i] : 0.0f;
    bool keep = i < n && v > threshold;
    unsigned int ballot = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) warp_counts[warp] = __popc(ballot);
    __syncthreads();
    if (keep) {
        int pos = block_offsets[blockIdx.x];
        for (int w = 0; w < warp; w++) pos += warp_counts[w];
        pos += __popc(ballot & ((1u << lane) - 1u));
        kept[pos] = v;
    }
}

void stream_compaction(const float* x, float threshold, float* kept, int* count, int n) {
    if (n <= 0) {
        cudaMemset(count, 0, sizeof(int));
        return;
    }
    cudaMemset(kept, 0, (size_t)n * sizeof(float));
    int blocks = (n + THREADS - 1) / THREADS;
    int* block_counts;
    cudaMalloc(&block_counts, blocks * sizeof(int));
    count_kernel<<<blocks, THREADS>>>(x, threshold, block_counts, n);
    offsets_kernel<<<1, 1>>>(block_counts, count, blocks);
    scatter_kernel<<<blocks, THREADS>>>(x, threshold, block_counts, kept, n);
    cudaFree(block_counts);
}

#include <cuda_runtime.h>

#define THREADS 256

__global__ void scan_blocks(const int* x, int* out, int* totals, int n) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    int i = blockIdx.x * THREADS + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < THREADS; offset <<= 1) {
        int v = t >= offset ? s[t - offset] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (i < n) out[i] = s[t];
    if (t == THREADS - 1) totals[blockIdx.x] = s[t];
}

__global__ void scan_totals(int* totals, int blocks) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = t < blocks ? totals[t] : 0;
    __syncthreads();
    for (int offset = 1; offset < THREADS; offset <<= 1) {
        int v = t >= offset ? s[t - offset] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t < blocks) totals[t] = s[t];
}

__global__ void add_totals(int* out, const int* totals, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

void inclusive_scan(const int* x, int* out, int n) {
    if (n <= 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    int* totals = nullptr;
    cudaMalloc(&totals, blocks * sizeof(int));
    scan_blocks<<<blocks, THREADS>>>(x, out, totals, n);
    if (blocks > 1) {
        scan_totals<<<1, THREADS>>>(totals, blocks);
        add_totals<<<blocks, THREADS>>>(out, totals, n);
    }
    cudaFree(totals);
}

#include <cuda_runtime.h>

constexpr int THREADS = 256;

// Inclusive scan of one value for each thread of the block (Hillis and Steele). Every thread has to call it.
__device__ int block_inclusive_scan(int value, int* shared)
{
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int offset = 1; offset < THREADS; offset *= 2) {
        int addend = 0;
        if (static_cast<int>(threadIdx.x) >= offset) {
            addend = shared[threadIdx.x - offset];
        }
        __syncthreads();
        shared[threadIdx.x] += addend;
        __syncthreads();
    }
    return shared[threadIdx.x];
}

// Each block scans its part of x and writes its total.
__global__ void __launch_bounds__(THREADS) scan_parts_kernel(const int* x, int* out, int* totals, int n)
{
    __shared__ int shared[THREADS];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int sum = block_inclusive_scan(i < n ? x[i] : 0, shared);
    if (i < n) {
        out[i] = sum;
    }
    if (threadIdx.x == THREADS - 1) {
        totals[blockIdx.x] = sum;
    }
}

// One block scans the totals in place, THREADS at a time, with a carry from chunk to chunk.
__global__ void __launch_bounds__(THREADS) scan_totals_kernel(int* totals, int count)
{
    __shared__ int shared[THREADS];
    int carry = 0;
    for (int start = 0; start < count; start += THREADS) {
        const int i = start + threadIdx.x;
        const int sum = block_inclusive_scan(i < count ? totals[i] : 0, shared);
        if (i < count) {
            totals[i] = carry + sum;
        }
        carry += shared[THREADS - 1];
        __syncthreads();   // everybody has read the chunk's sum before shared is overwritten
    }
}

// Adds to each part what comes before it. The first part needs nothing.
__global__ void __launch_bounds__(THREADS) add_offsets_kernel(int* out, const int* totals, int n)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < n) {
        out[i] += totals[blockIdx.x - 1];
    }
}

void inclusive_scan(const int* x, int* out, int n)
{
    if (n <= 0) {
        return;
    }
    const int blocks = (n + THREADS - 1) / THREADS;
    int* totals = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&totals), blocks * sizeof(int));
    scan_parts_kernel<<<blocks, THREADS>>>(x, out, totals, n);
    if (blocks > 1) {
        scan_totals_kernel<<<1, THREADS>>>(totals, blocks);
        add_offsets_kernel<<<blocks, THREADS>>>(out, totals, n);
    }
    cudaFree(totals);
}

#include <cuda_runtime.h>
#include <climits>
#include <cmath>

#define THREADS 256

__device__ void take_better(float& v, int& i, float ov, int oi) {
    if (ov > v || (ov == v && oi < i)) {
        v = ov;
        i = oi;
    }
}

__device__ void block_reduce(float* sv, int* si) {
    int t = threadIdx.x;
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (t < s) {
            float v = sv[t];
            int i = si[t];
            take_better(v, i, sv[t + s], si[t + s]);
            sv[t] = v;
            si[t] = i;
        }
        __syncthreads();
    }
}

__global__ void argmax_kernel(const float* x, int* index, int n, float* best_values, int* best_indices,
                              unsigned int* ticket) {
    __shared__ float sv[THREADS];
    __shared__ int si[THREADS];
    __shared__ bool last;
    int t = threadIdx.x;
    float v = -INFINITY;
    int idx = INT_MAX;
    for (long long i = (long long)blockIdx.x * THREADS + t; i < n; i += (long long)gridDim.x * THREADS) {
        take_better(v, idx, x[i], (int)i);
    }
    sv[t] = v;
    si[t] = idx;
    __syncthreads();
    block_reduce(sv, si);
    if (t == 0) {
        best_values[blockIdx.x] = sv[0];
        best_indices[blockIdx.x] = si[0];
        __threadfence();
        unsigned int old = atomicAdd(ticket, 1u);
        last = old == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        v = -INFINITY;
        idx = INT_MAX;
        for (int b = t; b < gridDim.x; b += THREADS) {
            take_better(v, idx, ((volatile float*)best_values)[b], ((volatile int*)best_indices)[b]);
        }
        sv[t] = v;
        si[t] = idx;
        __syncthreads();
        block_reduce(sv, si);
        if (t == 0) index[0] = si[0];
    }
}

void single_pass_argmax(const float* x, int* index, int n) {
    int blocks = (n + THREADS - 1) / THREADS;
    if (blocks > 256) blocks = 256;
    float* best_values;
    int* best_indices;
    unsigned int* ticket;
    cudaMalloc(&best_values, blocks * sizeof(float));
    cudaMalloc(&best_indices, blocks * sizeof(int));
    cudaMalloc(&ticket, sizeof(unsigned int));
    cudaMemset(ticket, 0, sizeof(unsigned int));
    argmax_kernel<<<blocks, THREADS>>>(x, index, n, best_values, best_indices, ticket);
    cudaFree(best_values);
    cudaFree(best_indices);
    cudaFree(ticket);
}

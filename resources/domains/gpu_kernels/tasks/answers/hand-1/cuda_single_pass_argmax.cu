#include <climits>
#include <cmath>
#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr int MAX_BLOCKS = 256;
constexpr unsigned FULL_MASK = 0xffffffffu;

// Number of blocks that have finished. The last block sets it back to 0 for the next call.
__device__ unsigned int finished_blocks = 0;

struct Candidate {
    float value;
    int index;
};

// The larger value; of equal ones the smaller index.
__device__ Candidate better(Candidate a, Candidate b)
{
    const bool take_b = b.value > a.value || (b.value == a.value && b.index < a.index);
    return take_b ? b : a;
}

// The best candidate of the block, valid in thread 0.
__device__ Candidate block_best(Candidate best, Candidate* warp_best)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        Candidate other;
        other.value = __shfl_down_sync(FULL_MASK, best.value, offset);
        other.index = __shfl_down_sync(FULL_MASK, best.index, offset);
        best = better(best, other);
    }
    if (threadIdx.x % 32 == 0) {
        warp_best[threadIdx.x / 32] = best;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < WARPS; ++warp) {
            best = better(best, warp_best[warp]);
        }
    }
    __syncthreads();   // warp_best may be used again
    return best;
}

__global__ void __launch_bounds__(THREADS)
single_pass_argmax_kernel(const float* x, int* index, int n, float* block_values, int* block_indexes)
{
    __shared__ Candidate warp_best[WARPS];
    __shared__ bool is_last_block;

    // Threads without elements hold an index that loses against every real one.
    Candidate best = {-INFINITY, INT_MAX};
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        const Candidate candidate = {x[i], static_cast<int>(i)};
        best = better(best, candidate);
    }
    best = block_best(best, warp_best);

    if (threadIdx.x == 0) {
        block_values[blockIdx.x] = best.value;
        block_indexes[blockIdx.x] = best.index;
        __threadfence();   // the result is visible before the ticket is counted
        const unsigned int ticket = atomicAdd(&finished_blocks, 1u);
        is_last_block = ticket == gridDim.x - 1;
    }
    __syncthreads();

    if (is_last_block) {
        __threadfence();
        best = {-INFINITY, INT_MAX};
        for (int block = threadIdx.x; block < static_cast<int>(gridDim.x); block += THREADS) {
            const Candidate candidate = {block_values[block], block_indexes[block]};
            best = better(best, candidate);
        }
        best = block_best(best, warp_best);
        if (threadIdx.x == 0) {
            index[0] = best.index;
            atomicExch(&finished_blocks, 0u);
        }
    }
}

void single_pass_argmax(const float* x, int* index, int n)
{
    if (n <= 0) {
        return;
    }
    int blocks = (n - 1) / THREADS + 1;
    if (blocks > MAX_BLOCKS) {
        blocks = MAX_BLOCKS;
    }
    float* block_values = nullptr;
    int* block_indexes = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&block_values), blocks * sizeof(float));
    cudaMalloc(reinterpret_cast<void**>(&block_indexes), blocks * sizeof(int));
    single_pass_argmax_kernel<<<blocks, THREADS>>>(x, index, n, block_values, block_indexes);
    cudaFree(block_values);
    cudaFree(block_indexes);
}

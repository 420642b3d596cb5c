#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;
constexpr unsigned FULL_MASK = 0xffffffffu;

__global__ void clear_count_kernel(int* count)
{
    count[0] = 0;
}

// How many elements each block keeps.
__global__ void __launch_bounds__(THREADS)
count_kernel(const float* x, float threshold, int* block_counts, int n)
{
    __shared__ int warp_counts[WARPS];
    const long long i = static_cast<long long>(blockIdx.x) * THREADS + threadIdx.x;
    const bool keep = i < n && x[i] > threshold;
    const unsigned kept_lanes = __ballot_sync(FULL_MASK, keep);
    if (threadIdx.x % 32 == 0) {
        warp_counts[threadIdx.x / 32] = __popc(kept_lanes);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int warp = 0; warp < WARPS; ++warp) {
            total += warp_counts[warp];
        }
        block_counts[blockIdx.x] = total;
    }
}

// One block turns the counts into exclusive prefix sums, in place, and writes the total.
__global__ void __launch_bounds__(THREADS) scan_counts_kernel(int* block_counts, int blocks, int* count)
{
    __shared__ int shared[THREADS];
    int carry = 0;
    for (int start = 0; start < blocks; start += THREADS) {
        const int i = start + threadIdx.x;
        const int own = i < blocks ? block_counts[i] : 0;
        shared[threadIdx.x] = own;
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
        if (i < blocks) {
            block_counts[i] = carry + shared[threadIdx.x] - own;
        }
        carry += shared[THREADS - 1];
        __syncthreads();   // everybody has read the chunk's sum before shared is overwritten
    }
    if (threadIdx.x == 0) {
        count[0] = carry;
    }
}

// Writes each kept element to its place, and zeros behind the last one.
__global__ void __launch_bounds__(THREADS)
scatter_kernel(const float* x, float threshold, float* kept, const int* block_offsets, const int* count, int n)
{
    __shared__ int warp_counts[WARPS];
    const long long i = static_cast<long long>(blockIdx.x) * THREADS + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    const float value = i < n ? x[i] : 0.0f;
    const bool keep = i < n && value > threshold;
    const unsigned kept_lanes = __ballot_sync(FULL_MASK, keep);
    if (lane == 0) {
        warp_counts[warp] = __popc(kept_lanes);
    }
    __syncthreads();

    if (keep) {
        int place = block_offsets[blockIdx.x];
        for (int earlier = 0; earlier < warp; ++earlier) {
            place += warp_counts[earlier];
        }
        const unsigned lower_lanes = (1u << lane) - 1u;
        place += __popc(kept_lanes & lower_lanes);
        kept[place] = value;
    }
    // Kept elements go to places below the count, so these writes meet none of them.
    if (i < n && i >= count[0]) {
        kept[i] = 0.0f;
    }
}

void stream_compaction(const float* x, float threshold, float* kept, int* count, int n)
{
    if (n <= 0) {
        clear_count_kernel<<<1, 1>>>(count);
        return;
    }
    const int blocks = (n - 1) / THREADS + 1;
    int* block_counts = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&block_counts), blocks * sizeof(int));
    count_kernel<<<blocks, THREADS>>>(x, threshold, block_counts, n);
    scan_counts_kernel<<<1, THREADS>>>(block_counts, blocks, count);
    scatter_kernel<<<blocks, THREADS>>>(x, threshold, kept, block_counts, count, n);
    cudaFree(block_counts);
}

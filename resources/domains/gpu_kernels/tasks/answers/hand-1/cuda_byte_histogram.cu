#include <cuda_runtime.h>

constexpr int THREADS = 256;
constexpr int BINS = 256;
constexpr int MAX_BLOCKS = 512;

__global__ void clear_counts_kernel(int* counts)
{
    counts[threadIdx.x] = 0;
}

__global__ void __launch_bounds__(THREADS) byte_histogram_kernel(const unsigned char* x, int* counts, int n)
{
    __shared__ int block_counts[BINS];

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        block_counts[bin] = 0;
    }
    __syncthreads();

    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        atomicAdd(&block_counts[x[i]], 1);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        const int count = block_counts[bin];
        if (count > 0) {
            atomicAdd(&counts[bin], count);
        }
    }
}

void byte_histogram(const unsigned char* x, int* counts, int n)
{
    clear_counts_kernel<<<1, BINS>>>(counts);
    if (n <= 0) {
        return;
    }
    // Several elements a thread, so that clearing and merging the counters pays off.
    const int elements_per_block = THREADS * 8;
    int blocks = (n - 1) / elements_per_block + 1;
    if (blocks > MAX_BLOCKS) {
        blocks = MAX_BLOCKS;
    }
    byte_histogram_kernel<<<blocks, THREADS>>>(x, counts, n);
}

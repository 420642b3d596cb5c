constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

__device__ bool wanted(const float* x, float threshold, int i, int n) {
    return i < n && x[i] > threshold;
}

__global__ void count_kept(const float* x, float threshold, int* totals, int n) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int total = __syncthreads_count(wanted(x, threshold, i, n));
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = total;
    }
}

__global__ void scan_blocks(int* totals, int* count, int blocks) {
    int before = 0;
    for (int block = 0; block < blocks; block++) {
        const int total = totals[block];
        totals[block] = before;
        before += total;
    }
    *count = before;
}

__global__ void scatter_kept(const float* x, float threshold, const int* starts, float* kept, int n) {
    __shared__ int warp_totals[kWarps];
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const bool keep = wanted(x, threshold, i, n);
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) {
        warp_totals[warp] = __popc(votes);
    }
    __syncthreads();
    int place = starts[blockIdx.x] + __popc(votes & ((1u << lane) - 1u));
    for (int other = 0; other < warp; other++) {
        place += warp_totals[other];
    }
    if (keep) {
        kept[place] = x[i];
    }
}

void stream_compaction(const float* x, float threshold, float* kept, int* count, int n) {
    cudaMemset(count, 0, sizeof(int));
    cudaMemset(kept, 0, n * sizeof(float));
    if (n == 0) {
        return;
    }
    const int blocks = (n + kThreads - 1) / kThreads;
    int* totals = nullptr;
    cudaMalloc(&totals, blocks * sizeof(int));
    count_kept<<<blocks, kThreads>>>(x, threshold, totals, n);
    scan_blocks<<<1, 1>>>(totals, count, blocks);
    scatter_kept<<<blocks, kThreads>>>(x, threshold, totals, kept, n);
    cudaFree(totals);
}

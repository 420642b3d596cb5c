constexpr int kBins = 256;
constexpr int kThreads = 128;

__global__ void byte_histogram_kernel(const unsigned char* x, int* counts, int n) {
    __shared__ int own[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
        own[bin] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) {
        atomicAdd(&own[x[i]], 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
        if (own[bin] != 0) {
            atomicAdd(&counts[bin], own[bin]);
        }
    }
}

void byte_histogram(const unsigned char* x, int* counts, int n) {
    cudaMemset(counts, 0, kBins * sizeof(int));
    if (n > 0) {
        const int needed = (n + 4 * kThreads - 1) / (4 * kThreads);
        byte_histogram_kernel<<<needed < 32 ? needed : 32, kThreads>>>(x, counts, n);
    }
}

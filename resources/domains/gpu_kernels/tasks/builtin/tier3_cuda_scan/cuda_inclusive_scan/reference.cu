constexpr int kThreads = 128;

__device__ int block_scan(int value, int* warp_totals) {
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    for (int offset = 1; offset < 32; offset *= 2) {
        const int before = __shfl_up_sync(0xffffffffu, value, offset);
        if (lane >= offset) {
            value += before;
        }
    }
    if (lane == 31) {
        warp_totals[warp] = value;
    }
    __syncthreads();
    for (int other = 0; other < warp; other++) {
        value += warp_totals[other];
    }
    return value;
}

__global__ void scan_parts(const int* x, int* out, int* totals, int n) {
    __shared__ int warp_totals[kThreads / 32];
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int sum = block_scan(i < n ? x[i] : 0, warp_totals);
    if (i < n) {
        out[i] = sum;
    }
    if (threadIdx.x == kThreads - 1) {
        totals[blockIdx.x] = sum;
    }
}

__global__ void scan_totals(int* totals, int blocks) {
    __shared__ int warp_totals[kThreads / 32];
    __shared__ int last;
    int before = 0;
    for (int start = 0; start < blocks; start += kThreads) {
        const int i = start + threadIdx.x;
        const int sum = before + block_scan(i < blocks ? totals[i] : 0, warp_totals);
        if (i < blocks) {
            totals[i] = sum;
        }
        if (threadIdx.x == kThreads - 1) {
            last = sum;
        }
        __syncthreads();
        before = last;
    }
}

__global__ void add_before(const int* totals, int* out, int n) {
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i < n && blockIdx.x > 0) {
        out[i] += totals[blockIdx.x - 1];
    }
}

void inclusive_scan(const int* x, int* out, int n) {
    if (n == 0) {
        return;
    }
    const int blocks = (n + kThreads - 1) / kThreads;
    int* totals = nullptr;
    cudaMalloc(&totals, blocks * sizeof(int));
    scan_parts<<<blocks, kThreads>>>(x, out, totals, n);
    scan_totals<<<1, kThreads>>>(totals, blocks);
    add_before<<<blocks, kThreads>>>(totals, out, n);
    cudaFree(totals);
}

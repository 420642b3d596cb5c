constexpr int kThreads = 128;
constexpr int kBlocks = 8;

struct Best {
    float value;
    int index;
};

__device__ Best better(Best a, Best b) {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

__device__ Best block_best(Best best, Best* scratch) {
    scratch[threadIdx.x] = best;
    __syncthreads();
    for (int half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            scratch[threadIdx.x] = better(scratch[threadIdx.x], scratch[threadIdx.x + half]);
        }
        __syncthreads();
    }
    return scratch[0];
}

__global__ void argmax_kernel(const float* x, Best* parts, unsigned* tickets, int* index, int n) {
    __shared__ Best scratch[kThreads];
    __shared__ bool is_last;
    Best best = {-INFINITY, INT_MAX};
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) {
        best = better(best, Best{x[i], i});
    }
    best = block_best(best, scratch);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = best;
        __threadfence();
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        Best part = {-INFINITY, INT_MAX};
        if (threadIdx.x < gridDim.x) {
            part = parts[threadIdx.x];
        }
        part = block_best(part, scratch);
        if (threadIdx.x == 0) {
            *index = part.index;
        }
    }
}

void single_pass_argmax(const float* x, int* index, int n) {
    Best* parts = nullptr;
    unsigned* tickets = nullptr;
    cudaMalloc(&parts, kBlocks * sizeof(Best));
    cudaMalloc(&tickets, sizeof(unsigned));
    cudaMemset(tickets, 0, sizeof(unsigned));
    argmax_kernel<<<kBlocks, kThreads>>>(x, parts, tickets, index, n);
    cudaFree(parts);
    cudaFree(tickets);
}

constexpr int kThreads = 256;

__global__ void block_sum_kernel(const float* x, float* out, int n) {
    __shared__ float warp_sums[kThreads / 32];
    float sum = 0.0f;
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) {
        sum += x[i];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (lane == 0) {
        warp_sums[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < kThreads / 32 ? warp_sums[lane] : 0.0f;
        for (int offset = 16; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        }
        if (lane == 0) {
            atomicAdd(out, sum);
        }
    }
}

void block_sum(const float* x, float* out, int n) {
    cudaMemset(out, 0, sizeof(float));
    if (n > 0) {
        const int needed = (n + kThreads - 1) / kThreads;
        block_sum_kernel<<<needed < 64 ? needed : 64, kThreads>>>(x, out, n);
    }
}

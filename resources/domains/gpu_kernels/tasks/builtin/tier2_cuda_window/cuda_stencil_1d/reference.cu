constexpr int kRadius = 3;
constexpr int kThreads = 128;

__global__ void stencil_1d_kernel(const float* x, const float* weights, float* out, int n) {
    __shared__ float window[kThreads + 2 * kRadius];
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int place = threadIdx.x + kRadius;
    window[place] = i < n ? x[i] : 0.0f;
    if (threadIdx.x < kRadius) {
        const int left = i - kRadius;
        const int right = i + kThreads;
        window[threadIdx.x] = left >= 0 ? x[left] : 0.0f;
        window[place + kThreads] = right < n ? x[right] : 0.0f;
    }
    __syncthreads();
    if (i < n) {
        float sum = 0.0f;
        for (int k = -kRadius; k <= kRadius; k++) {
            sum += weights[k + kRadius] * window[place + k];
        }
        out[i] = sum;
    }
}

void stencil_1d(const float* x, const float* weights, float* out, int n) {
    stencil_1d_kernel<<<(n + kThreads - 1) / kThreads, kThreads>>>(x, weights, out, n);
}

__global__ void vector_add_kernel(const float* a, const float* b, float* out, int n) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

void vector_add(const float* a, const float* b, float* out, int n) {
    if (n == 0) {
        return;
    }
    const int threads = 128;
    const int needed = (n + threads - 1) / threads;
    const int blocks = needed < 32 ? needed : 32;
    vector_add_kernel<<<blocks, threads>>>(a, b, out, n);
}

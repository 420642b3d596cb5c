#include <cuda_runtime.h>

__global__ void vector_add_kernel(const float* a, const float* b, float* out, int n) {
    int stride = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

void vector_add(const float* a, const float* b, float* out, int n) {
    if (n <= 0) return;
    vector_add_kernel<<<32, 128>>>(a, b, out, n);
}

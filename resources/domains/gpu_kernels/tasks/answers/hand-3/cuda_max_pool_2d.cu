#include <cuda_runtime.h>
#include <cfloat>

__global__ void max_pool_kernel(const float* x, float* out, long long total, int height, int width, int oh, int ow,
                                int size, int stride, int padding) {
    long long idx = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= total) return;
    int j = (int)(idx % ow);
    int i = (int)((idx / ow) % oh);
    long long plane = idx / ((long long)ow * oh);
    int r0 = i * stride - padding;
    int c0 = j * stride - padding;
    float best = -FLT_MAX;
    for (int r = r0; r < r0 + size; r++) {
        if (r < 0 || r >= height) continue;
        for (int c = c0; c < c0 + size; c++) {
            if (c < 0 || c >= width) continue;
            best = fmaxf(best, x[(plane * height + r) * width + c]);
        }
    }
    out[idx] = best;
}

void max_pool_2d(const float* x, float* out, int planes, int height, int width, int size, int stride, int padding) {
    int oh = (height + 2 * padding - size) / stride + 1;
    int ow = (width + 2 * padding - size) / stride + 1;
    long long total = (long long)planes * oh * ow;
    if (total <= 0) return;
    int threads = 256;
    int blocks = (int)((total + threads - 1) / threads);
    max_pool_kernel<<<blocks, threads>>>(x, out, total, height, width, oh, ow, size, stride, padding);
}

constexpr int kThreads = 128;

__global__ void max_pool_kernel(const float* x, float* out, int total, int height, int width, int out_height,
                                int out_width, int size, int stride, int padding) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= total) {
        return;
    }
    const int column = index % out_width * stride - padding;
    const int row = index / out_width % out_height * stride - padding;
    const float* image = x + static_cast<long>(index / (out_width * out_height)) * height * width;
    float largest = -INFINITY;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            if (row + i >= 0 && row + i < height && column + j >= 0 && column + j < width) {
                largest = fmaxf(largest, image[(row + i) * width + column + j]);
            }
        }
    }
    out[index] = largest;
}

void max_pool_2d(const float* x, float* out, int planes, int height, int width, int size, int stride, int padding) {
    const int out_height = (height + 2 * padding - size) / stride + 1;
    const int out_width = (width + 2 * padding - size) / stride + 1;
    const int total = planes * out_height * out_width;
    max_pool_kernel<<<(total + kThreads - 1) / kThreads, kThreads>>>(x, out, total, height, width, out_height,
                                                                     out_width, size, stride, padding);
}

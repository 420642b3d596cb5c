#include <cfloat>
#include <cmath>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

// Each thread computes one output element.
__global__ void __launch_bounds__(THREADS)
max_pool_2d_kernel(const float* x, float* out, long long outputs, int height, int width, int output_height,
                   int output_width, int size, int stride, int padding)
{
    const long long index = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= outputs) {
        return;
    }
    const int output_column = static_cast<int>(index % output_width);
    const int output_row = static_cast<int>(index / output_width % output_height);
    const long long plane = index / output_width / output_height;

    const long long window_row = static_cast<long long>(output_row) * stride - padding;
    const long long window_column = static_cast<long long>(output_column) * stride - padding;

    // The part of the window that lies inside the image.
    const long long row_begin = window_row > 0 ? window_row : 0;
    const long long row_end = window_row + size < height ? window_row + size : height;
    const long long column_begin = window_column > 0 ? window_column : 0;
    const long long column_end = window_column + size < width ? window_column + size : width;

    const float* image = x + plane * height * width;
    float maximum = -FLT_MAX;
    for (long long row = row_begin; row < row_end; ++row) {
        for (long long column = column_begin; column < column_end; ++column) {
            maximum = fmaxf(maximum, image[row * width + column]);
        }
    }
    out[index] = maximum;
}

void max_pool_2d(const float* x, float* out, int planes, int height, int width, int size, int stride, int padding)
{
    if (height + 2 * padding < size || width + 2 * padding < size) {
        return;
    }
    const int output_height = (height + 2 * padding - size) / stride + 1;
    const int output_width = (width + 2 * padding - size) / stride + 1;
    const long long outputs = static_cast<long long>(planes) * output_height * output_width;
    if (outputs <= 0) {
        return;
    }
    const unsigned blocks = static_cast<unsigned>((outputs + THREADS - 1) / THREADS);
    max_pool_2d_kernel<<<blocks, THREADS>>>(x, out, outputs, height, width, output_height, output_width, size, stride,
                                            padding);
}

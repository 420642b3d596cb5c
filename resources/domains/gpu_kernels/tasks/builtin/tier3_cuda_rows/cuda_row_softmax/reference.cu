constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

__device__ float block_reduce(float value, float* scratch, bool maximum) {
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other = __shfl_xor_sync(0xffffffffu, value, offset);
        value = maximum ? fmaxf(value, other) : value + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        scratch[threadIdx.x / 32] = value;
    }
    __syncthreads();
    float result = scratch[0];
    for (int warp = 1; warp < kWarps; warp++) {
        result = maximum ? fmaxf(result, scratch[warp]) : result + scratch[warp];
    }
    return result;
}

__global__ void row_softmax_kernel(const float* x, float* out, int columns) {
    __shared__ float scratch[kWarps];
    const float* row = x + static_cast<long long>(blockIdx.x) * columns;
    float* out_row = out + static_cast<long long>(blockIdx.x) * columns;
    float highest = -INFINITY;
    for (int j = threadIdx.x; j < columns; j += kThreads) {
        highest = fmaxf(highest, row[j]);
    }
    highest = block_reduce(highest, scratch, true);
    float sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += kThreads) {
        sum += expf(row[j] - highest);
    }
    sum = block_reduce(sum, scratch, false);
    for (int j = threadIdx.x; j < columns; j += kThreads) {
        out_row[j] = expf(row[j] - highest) / sum;
    }
}

void row_softmax(const float* x, float* out, int rows, int columns) {
    if (rows > 0) {
        row_softmax_kernel<<<rows, kThreads>>>(x, out, columns);
    }
}

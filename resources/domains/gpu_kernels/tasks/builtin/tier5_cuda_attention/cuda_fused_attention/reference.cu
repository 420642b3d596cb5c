constexpr int kQueries = 8;
constexpr int kKeys = 64;

// One warp for each query; a lane computes two scores of a tile and every 32nd element of the output.
__global__ void fused_attention_kernel(const float* q, const float* k, const float* v, float* out, int queries, int keys,
                                       int depth, float scale) {
    extern __shared__ float shared[];
    const int pitch = depth + 1;
    float* q_tile = shared;
    float* k_tile = q_tile + kQueries * depth;
    float* v_tile = k_tile + kKeys * pitch;
    const int lane = threadIdx.x;
    const int warp = threadIdx.y;
    const int thread = warp * 32 + lane;
    const int threads = 32 * kQueries;
    const int query = blockIdx.x * kQueries + warp;
    const long long head = blockIdx.y;
    const float* q_head = q + head * queries * depth;
    const float* k_head = k + head * keys * depth;
    const float* v_head = v + head * keys * depth;

    for (int i = thread; i < kQueries * depth; i += threads) {
        const int row = blockIdx.x * kQueries + i / depth;
        q_tile[i] = row < queries ? q_head[row * depth + i % depth] : 0.0f;
    }
    float highest = -INFINITY;
    float sum = 0.0f;
    float output[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int start = 0; start < keys; start += kKeys) {
        __syncthreads();
        for (int i = thread; i < kKeys * depth; i += threads) {
            const int row = i / depth;
            const int column = i % depth;
            const bool there = start + row < keys;
            k_tile[row * pitch + column] = there ? k_head[(start + row) * depth + column] : 0.0f;
            v_tile[row * pitch + column] = there ? v_head[(start + row) * depth + column] : 0.0f;
        }
        __syncthreads();
        float scores[2] = {0.0f, 0.0f};
        for (int i = 0; i < depth; i++) {
            const float q_value = q_tile[warp * depth + i];
            scores[0] += q_value * k_tile[lane * pitch + i];
            scores[1] += q_value * k_tile[(lane + 32) * pitch + i];
        }
        scores[0] = start + lane < keys ? scores[0] * scale : -INFINITY;
        scores[1] = start + lane + 32 < keys ? scores[1] * scale : -INFINITY;
        float tile_highest = fmaxf(scores[0], scores[1]);
        for (int offset = 16; offset > 0; offset /= 2) {
            tile_highest = fmaxf(tile_highest, __shfl_xor_sync(0xffffffffu, tile_highest, offset));
        }
        const float next = fmaxf(highest, tile_highest);
        const float weights[2] = {expf(scores[0] - next), expf(scores[1] - next)};
        const float rescale = expf(highest - next);
        highest = next;
        float tile_sum = weights[0] + weights[1];
        for (int offset = 16; offset > 0; offset /= 2) {
            tile_sum += __shfl_xor_sync(0xffffffffu, tile_sum, offset);
        }
        sum = sum * rescale + tile_sum;
        for (int part = 0; part < 4; part++) {
            output[part] *= rescale;
        }
        for (int key = 0; key < kKeys; key++) {
            const float key_weight = __shfl_sync(0xffffffffu, key < 32 ? weights[0] : weights[1], key % 32);
            for (int part = 0; part < 4; part++) {
                const int column = part * 32 + lane;
                if (column < depth) {
                    output[part] += key_weight * v_tile[key * pitch + column];
                }
            }
        }
    }
    if (query < queries) {
        for (int part = 0; part < 4; part++) {
            const int column = part * 32 + lane;
            if (column < depth) {
                out[(head * queries + query) * depth + column] = output[part] / sum;
            }
        }
    }
}

void fused_attention(const float* q, const float* k, const float* v, float* out, int heads, int queries, int keys,
                     int depth, float scale) {
    const int shared_bytes = (kQueries * depth + 2 * kKeys * (depth + 1)) * static_cast<int>(sizeof(float));
    cudaFuncSetAttribute(fused_attention_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    const dim3 grid((queries + kQueries - 1) / kQueries, heads);
    fused_attention_kernel<<<grid, dim3(32, kQueries), shared_bytes>>>(q, k, v, out, queries, keys, depth, scale);
}

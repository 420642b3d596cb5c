constexpr int kQueries = 8;
constexpr int kKeys = 32;

// One warp for each query; a lane computes one score of a tile and every 32nd element of the output.
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
        float score = 0.0f;
        for (int i = 0; i < depth; i++) {
            score += q_tile[warp * depth + i] * k_tile[lane * pitch + i];
        }
        score = start + lane < keys ? score * scale : -INFINITY;
        float tile_highest = score;
        for (int offset = 16; offset > 0; offset /= 2) {
            tile_highest = fmaxf(tile_highest, __shfl_xor_sync(0xffffffffu, tile_highest, offset));
        }
        const float next = fmaxf(highest, tile_highest);
        const float weight = expf(score - next);
        const float rescale = expf(highest - next);
        highest = next;
        float tile_sum = weight;
        for (int offset = 16; offset > 0; offset /= 2) {
            tile_sum += __shfl_xor_sync(0xffffffffu, tile_sum, offset);
        }
        sum = sum * rescale + tile_sum;
        for (int part = 0; part < 4; part++) {
            output[part] *= rescale;
        }
        for (int key = 0; key < kKeys; key++) {
            const float key_weight = __shfl_sync(0xffffffffu, weight, key);
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

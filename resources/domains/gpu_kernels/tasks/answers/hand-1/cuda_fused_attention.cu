#include <cmath>
#include <cuda_runtime.h>

constexpr int WARP_SIZE = 32;
constexpr int QUERIES_PER_BLOCK = 8;                   // one warp for each query
constexpr int THREADS = QUERIES_PER_BLOCK * WARP_SIZE;
constexpr int KEYS_PER_TILE = WARP_SIZE;               // one lane for each key of a tile
constexpr int MAX_DEPTH = 128;
constexpr int DIMS_PER_LANE = MAX_DEPTH / WARP_SIZE;
constexpr unsigned FULL_MASK = 0xffffffffu;

__device__ float warp_max(float value)
{
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) {
        value = fmaxf(value, __shfl_xor_sync(FULL_MASK, value, offset));
    }
    return value;
}

__device__ float warp_sum(float value)
{
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(FULL_MASK, value, offset);
    }
    return value;
}

__global__ void __launch_bounds__(THREADS)
fused_attention_kernel(const float* q, const float* k, const float* v, float* out, int queries, int keys, int depth,
                       float scale, int query_blocks)
{
    // Queries, then a tile of keys (rows padded by one against bank conflicts), then a tile of values.
    extern __shared__ float shared[];
    const int key_pitch = depth + 1;
    float* query_tile = shared;
    float* key_tile = query_tile + QUERIES_PER_BLOCK * depth;
    float* value_tile = key_tile + KEYS_PER_TILE * key_pitch;

    const int head = blockIdx.x / query_blocks;
    const int first_query = (blockIdx.x % query_blocks) * QUERIES_PER_BLOCK;
    const int warp = threadIdx.x / WARP_SIZE;
    const int lane = threadIdx.x % WARP_SIZE;
    const int query = first_query + warp;

    const float* head_q = q + static_cast<size_t>(head) * queries * depth;
    const float* head_k = k + static_cast<size_t>(head) * keys * depth;
    const float* head_v = v + static_cast<size_t>(head) * keys * depth;
    float* head_out = out + static_cast<size_t>(head) * queries * depth;

    for (int i = threadIdx.x; i < QUERIES_PER_BLOCK * depth; i += THREADS) {
        const int row = first_query + i / depth;
        query_tile[i] = row < queries ? head_q[static_cast<size_t>(row) * depth + i % depth] : 0.0f;
    }

    float running_max = -INFINITY;
    float running_sum = 0.0f;
    float accumulator[DIMS_PER_LANE];
    for (int j = 0; j < DIMS_PER_LANE; ++j) {
        accumulator[j] = 0.0f;
    }

    for (int tile_start = 0; tile_start < keys; tile_start += KEYS_PER_TILE) {
        for (int i = threadIdx.x; i < KEYS_PER_TILE * depth; i += THREADS) {
            const int tile_row = i / depth;
            const int dim = i % depth;
            const int key = tile_start + tile_row;
            const bool exists = key < keys;
            const size_t offset = static_cast<size_t>(key) * depth + dim;
            key_tile[tile_row * key_pitch + dim] = exists ? head_k[offset] : 0.0f;
            value_tile[i] = exists ? head_v[offset] : 0.0f;
        }
        __syncthreads();

        // Each lane computes the score of one key for the query of its warp.
        float score = -INFINITY;
        if (tile_start + lane < keys) {
            float dot = 0.0f;
            for (int dim = 0; dim < depth; ++dim) {
                dot += query_tile[warp * depth + dim] * key_tile[lane * key_pitch + dim];
            }
            score = dot * scale;
        }

        // A tile has at least one key, so the new maximum is finite.
        const float new_max = fmaxf(running_max, warp_max(score));
        const float rescale = expf(running_max - new_max);
        const float probability = expf(score - new_max);
        running_sum = running_sum * rescale + warp_sum(probability);
        running_max = new_max;

        // From here on each lane works on some dimensions of the output.
        for (int j = 0; j < DIMS_PER_LANE; ++j) {
            accumulator[j] *= rescale;
        }
        for (int tile_row = 0; tile_row < KEYS_PER_TILE; ++tile_row) {
            const float weight = __shfl_sync(FULL_MASK, probability, tile_row);
            for (int j = 0; j < DIMS_PER_LANE; ++j) {
                const int dim = lane + j * WARP_SIZE;
                if (dim < depth) {
                    accumulator[j] += weight * value_tile[tile_row * depth + dim];
                }
            }
        }
        __syncthreads();   // the tiles are overwritten in the next step
    }

    if (query < queries) {
        for (int j = 0; j < DIMS_PER_LANE; ++j) {
            const int dim = lane + j * WARP_SIZE;
            if (dim < depth) {
                head_out[static_cast<size_t>(query) * depth + dim] = accumulator[j] / running_sum;
            }
        }
    }
}

void fused_attention(const float* q, const float* k, const float* v, float* out, int heads, int queries, int keys,
                     int depth, float scale)
{
    if (heads <= 0 || queries <= 0 || keys <= 0 || depth <= 0) {
        return;
    }
    const int query_blocks = (queries + QUERIES_PER_BLOCK - 1) / QUERIES_PER_BLOCK;
    // At most 8 * 128 + 32 * 129 + 32 * 128 floats, which is 36.1 KiB: no opt-in is needed.
    const size_t shared_floats = static_cast<size_t>(QUERIES_PER_BLOCK) * depth
                                 + static_cast<size_t>(KEYS_PER_TILE) * (depth + 1)
                                 + static_cast<size_t>(KEYS_PER_TILE) * depth;
    fused_attention_kernel<<<heads * query_blocks, THREADS, shared_floats * sizeof(float)>>>(
        q, k, v, out, queries, keys, depth, scale, query_blocks);
}

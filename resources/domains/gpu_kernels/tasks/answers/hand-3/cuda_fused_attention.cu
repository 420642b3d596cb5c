#include <cuda_runtime.h>
#include <cmath>

#define WARPS 4
#define TILE 32

__global__ void fused_attention_kernel(const float* q, const float* k, const float* v, float* out, int queries,
                                       int keys, int depth, float scale) {
    extern __shared__ float smem[];
    int pitch = depth + 1;
    float* ks = smem;
    float* vs = ks + TILE * pitch;
    float* qs = vs + TILE * pitch;
    int head = blockIdx.y;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int query = blockIdx.x * WARPS + warp;
    bool active = query < queries;

    for (int d = lane; d < depth; d += 32) {
        qs[warp * depth + d] = active ? q[((size_t)head * queries + query) * depth + d] * scale : 0.0f;
    }

    float m = -INFINITY;
    float l = 0.0f;
    float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int start = 0; start < keys; start += TILE) {
        __syncthreads();
        for (int i = threadIdx.x; i < TILE * depth; i += blockDim.x) {
            int r = i / depth;
            int d = i % depth;
            float kv = 0.0f, vv = 0.0f;
            if (start + r < keys) {
                size_t off = ((size_t)head * keys + start + r) * depth + d;
                kv = k[off];
                vv = v[off];
            }
            ks[r * pitch + d] = kv;
            vs[r * pitch + d] = vv;
        }
        __syncthreads();

        float s = -INFINITY;
        if (start + lane < keys) {
            s = 0.0f;
            for (int d = 0; d < depth; d++) {
                s += qs[warp * depth + d] * ks[lane * pitch + d];
            }
        }
        float tile_max = s;
        for (int o = 16; o > 0; o >>= 1) tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffffu, tile_max, o));
        float m_new = fmaxf(m, tile_max);
        float alpha = expf(m - m_new);
        float p = expf(s - m_new);
        float psum = p;
        for (int o = 16; o > 0; o >>= 1) psum += __shfl_xor_sync(0xffffffffu, psum, o);
        l = l * alpha + psum;
        m = m_new;
        for (int c = 0; c < 4; c++) acc[c] *= alpha;
        for (int j = 0; j < TILE; j++) {
            float pj = __shfl_sync(0xffffffffu, p, j);
            for (int c = 0; c < 4; c++) {
                int d = lane + c * 32;
                if (d < depth) acc[c] += pj * vs[j * pitch + d];
            }
        }
    }

    if (active) {
        for (int c = 0; c < 4; c++) {
            int d = lane + c * 32;
            if (d < depth) out[((size_t)head * queries + query) * depth + d] = acc[c] / l;
        }
    }
}

void fused_attention(const float* q, const float* k, const float* v, float* out, int heads, int queries, int keys,
                     int depth, float scale) {
    size_t bytes = ((size_t)2 * TILE * (depth + 1) + (size_t)WARPS * depth) * sizeof(float);
    if (bytes > 48 * 1024) {
        cudaFuncSetAttribute(fused_attention_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    }
    dim3 grid((queries + WARPS - 1) / WARPS, heads);
    fused_attention_kernel<<<grid, WARPS * 32, bytes>>>(q, k, v, out, queries, keys, depth, scale);
}

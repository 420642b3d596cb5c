// The host function to write. Pointers are to device memory; launches go to the default stream.
// q, out: heads x queries x depth; k, v: heads x keys x depth; row-major. All sizes >= 1, depth <= 128.
void fused_attention(const float* q, const float* k, const float* v, float* out, int heads, int queries, int keys,
                     int depth, float scale);

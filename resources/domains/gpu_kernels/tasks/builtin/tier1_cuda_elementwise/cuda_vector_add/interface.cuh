// The host function to write. Pointers are to device memory; launches go to the default stream.
// out[i] = a[i] + b[i] for 0 <= i < n; n >= 0.
void vector_add(const float* a, const float* b, float* out, int n);

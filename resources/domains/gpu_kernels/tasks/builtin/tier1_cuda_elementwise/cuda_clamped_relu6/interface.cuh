// The host function to write. Pointers are to device memory; launches go to the default stream.
// out[i] = round_half_even(min(max(x[i], 0), 6) * 42.5f), NaN -> 0, for 0 <= i < n; n >= 0.
void clamped_relu6(const float* x, unsigned char* out, int n);

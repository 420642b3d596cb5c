// The host function to write. Pointers are to device memory; launches go to the default stream.
// out[i] = alpha * x[i] + y[i] for 0 <= i < n; n >= 0; arrays are 16-byte aligned.
void saxpy(float alpha, const float* x, const float* y, float* out, int n);

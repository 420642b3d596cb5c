// The host function to write. Pointers are to device memory; launches go to the default stream.
// out[i] = x[0] + ... + x[i]; 0 <= n <= 65536.
void inclusive_scan(const int* x, int* out, int n);

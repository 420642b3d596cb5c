// The host function to write. Pointers are to device memory; launches go to the default stream.
// c = a @ b; a is m x k, b is k x n, c is m x n, all row-major; m, n >= 1, k >= 0.
void tiled_matmul(const float* a, const float* b, float* c, int m, int n, int k);

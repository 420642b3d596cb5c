// The host function to write. Pointers are to device memory; launches go to the default stream.
// x: planes * height * width floats; out: planes * OH * OW, OH = (height + 2 * padding - size) / stride + 1.
void max_pool_2d(const float* x, float* out, int planes, int height, int width, int size, int stride, int padding);

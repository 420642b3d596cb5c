// The host function to write. Pointers are to device memory; launches go to the default stream.
// index[0] = the smallest i with x[i] == max(x); n >= 1.
void single_pass_argmax(const float* x, int* index, int n);

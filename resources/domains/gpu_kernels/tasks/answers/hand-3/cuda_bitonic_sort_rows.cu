#include <cuda_runtime.h>
#include <climits>

__global__ void bitonic_sort_rows_kernel(const int* x, int* values, int* order, int rows, int columns, int padded) {
    __shared__ int sv[512];
    __shared__ int si[512];
    int row = blockIdx.x;
    const int* src = x + (size_t)row * columns;
    for (int i = threadIdx.x; i < padded; i += blockDim.x) {
        if (i < columns) {
            sv[i] = src[i];
        } else {
            sv[i] = INT_MAX;
        }
        si[i] = i;
    }
    __syncthreads();
    for (int k = 2; k <= padded; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            for (int i = threadIdx.x; i < padded; i += blockDim.x) {
                int partner = i ^ j;
                if (partner > i) {
                    bool ascending = (i & k) == 0;
                    int va = sv[i], vb = sv[partner];
                    int ia = si[i], ib = si[partner];
                    bool greater = va > vb || (va == vb && ia > ib);
                    if (greater == ascending) {
                        sv[i] = vb;
                        sv[partner] = va;
                        si[i] = ib;
                        si[partner] = ia;
                    }
                }
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        values[(size_t)row * columns + i] = sv[i];
        order[(size_t)row * columns + i] = si[i];
    }
}

void bitonic_sort_rows(const int* x, int* values, int* order, int rows, int columns) {
    if (rows <= 0 || columns <= 0) return;
    int padded = 1;
    while (padded < columns) padded <<= 1;
    int threads = padded < 32 ? 32 : (padded > 256 ? 256 : padded);
    bitonic_sort_rows_kernel<<<rows, threads>>>(x, values, order, rows, columns, padded);
}

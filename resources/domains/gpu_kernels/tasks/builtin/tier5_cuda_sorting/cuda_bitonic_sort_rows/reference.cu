struct Item {
    int value;
    int column;
};

__device__ bool comes_after(Item a, Item b) {
    return a.value > b.value || (a.value == b.value && a.column > b.column);
}

__global__ void bitonic_sort_rows_kernel(const int* x, int* values, int* order, int columns, int padded) {
    extern __shared__ Item items[];
    const long long start = static_cast<long long>(blockIdx.x) * columns;
    for (int i = threadIdx.x; i < padded; i += blockDim.x) {
        items[i].value = i < columns ? x[start + i] : INT_MAX;
        items[i].column = i;
    }
    for (int size = 2; size <= padded; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < padded; i += blockDim.x) {
                const int other = i ^ stride;
                if (other > i) {
                    const bool ascending = (i & size) == 0;
                    const Item a = items[i];
                    const Item b = items[other];
                    if (comes_after(a, b) == ascending) {
                        items[i] = b;
                        items[other] = a;
                    }
                }
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        values[start + i] = items[i].value;
        order[start + i] = items[i].column;
    }
}

void bitonic_sort_rows(const int* x, int* values, int* order, int rows, int columns) {
    int padded = 1;
    while (padded < columns) {
        padded *= 2;
    }
    bitonic_sort_rows_kernel<<<rows, 128, padded * sizeof(Item)>>>(x, values, order, columns, padded);
}

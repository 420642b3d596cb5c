#include <climits>
#include <cuda_runtime.h>

constexpr int MAX_COLUMNS = 512;
constexpr int THREADS = 256;

// Whether pair a comes after pair b in the order by value, then by column.
__device__ bool comes_after(int value_a, int column_a, int value_b, int column_b)
{
    return value_a > value_b || (value_a == value_b && column_a > column_b);
}

// One block sorts one row in shared memory. padded is a power of two, columns <= padded <= MAX_COLUMNS.
__global__ void __launch_bounds__(THREADS)
bitonic_sort_kernel(const int* x, int* values, int* order, int columns, int padded)
{
    __shared__ int row_values[MAX_COLUMNS];
    __shared__ int row_columns[MAX_COLUMNS];

    const size_t row_start = static_cast<size_t>(blockIdx.x) * columns;

    // Padding has the largest value and a column beyond the real ones, so it sorts after all of them.
    for (int i = threadIdx.x; i < padded; i += blockDim.x) {
        row_values[i] = i < columns ? x[row_start + i] : INT_MAX;
        row_columns[i] = i;
    }
    __syncthreads();

    for (int size = 2; size <= padded; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            for (int i = threadIdx.x; i < padded; i += blockDim.x) {
                const int partner = i ^ distance;
                if (partner > i) {
                    const bool ascending = (i & size) == 0;
                    const int value_low = row_values[i];
                    const int column_low = row_columns[i];
                    const int value_high = row_values[partner];
                    const int column_high = row_columns[partner];
                    if (comes_after(value_low, column_low, value_high, column_high) == ascending) {
                        row_values[i] = value_high;
                        row_columns[i] = column_high;
                        row_values[partner] = value_low;
                        row_columns[partner] = column_low;
                    }
                }
            }
            __syncthreads();
        }
    }

    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        values[row_start + i] = row_values[i];
        order[row_start + i] = row_columns[i];
    }
}

void bitonic_sort_rows(const int* x, int* values, int* order, int rows, int columns)
{
    if (rows <= 0 || columns <= 0) {
        return;
    }
    int padded = 1;
    while (padded < columns) {
        padded *= 2;
    }
    bitonic_sort_kernel<<<rows, THREADS>>>(x, values, order, columns, padded);
}

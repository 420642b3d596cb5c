// Cooperative groups: the thread block, tiles of a warp whose size is known, and the grid, which has no barrier, since
// blocks run one after the other here. Coalesced groups are left out: convergence is the hardware's affair.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
    unsigned thread_rank() const {
        const uint3 i = threadIdx;
        const dim3 size = blockDim;
        return i.x + size.x * (i.y + size.y * i.z);
    }
    unsigned size() const {
        const dim3 block = blockDim;
        return block.x * block.y * block.z;
    }
    unsigned num_threads() const { return size(); }
    dim3 group_index() const { return blockIdx; }
    dim3 thread_index() const { return threadIdx; }
    dim3 group_dim() const { return blockDim; }
    void sync(CUDASHIM_LINE) const { __syncthreads(line); }
};

inline thread_block this_thread_block() { return {}; }

struct grid_group {
    unsigned long long block_rank() const {
        const uint3 i = blockIdx;
        const dim3 grid = gridDim;
        return i.x + static_cast<unsigned long long>(grid.x) * (i.y + static_cast<unsigned long long>(grid.y) * i.z);
    }
    unsigned long long num_blocks() const {
        const dim3 grid = gridDim;
        return static_cast<unsigned long long>(grid.x) * grid.y * grid.z;
    }
    unsigned long long thread_rank() const {
        return block_rank() * this_thread_block().size() + this_thread_block().thread_rank();
    }
    unsigned long long size() const { return num_blocks() * this_thread_block().size(); }
    unsigned long long num_threads() const { return size(); }
    dim3 group_dim() const { return gridDim; }
    dim3 dim_blocks() const { return gridDim; }
    dim3 block_index() const { return blockIdx; }
    bool is_valid() const { return false; }
    void sync(CUDASHIM_LINE) const { cudashim::cudashim_grid_barrier(line); }
};

inline grid_group this_grid() { return {}; }

template <unsigned Size, class Parent = thread_block>
struct thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two of at most a warp");

    unsigned thread_rank() const { return cudashim::cudashim_lane() % Size; }
    constexpr unsigned size() const { return Size; }
    constexpr unsigned num_threads() const { return Size; }
    unsigned meta_group_rank() const { return this_thread_block().thread_rank() / Size; }
    unsigned meta_group_size() const { return (this_thread_block().size() + Size - 1) / Size; }
    void sync(CUDASHIM_LINE) const { __syncwarp(mask(), line); }
    template <class T>
    T shfl(T value, int source, CUDASHIM_LINE) const {
        return __shfl_sync(mask(), value, source, Size, line);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, CUDASHIM_LINE) const {
        return __shfl_up_sync(mask(), value, delta, Size, line);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CUDASHIM_LINE) const {
        return __shfl_down_sync(mask(), value, delta, Size, line);
    }
    template <class T>
    T shfl_xor(T value, unsigned lanes, CUDASHIM_LINE) const {
        return __shfl_xor_sync(mask(), value, static_cast<int>(lanes), Size, line);
    }
    int any(int predicate, CUDASHIM_LINE) const { return __any_sync(mask(), predicate, line); }
    int all(int predicate, CUDASHIM_LINE) const { return __all_sync(mask(), predicate, line); }
    unsigned ballot(int predicate, CUDASHIM_LINE) const { return __ballot_sync(mask(), predicate, line) >> first(); }

  private:
    static unsigned first() { return cudashim::cudashim_lane() / Size * Size; }
    static unsigned mask() { return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1u) << first(); }
};

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}

template <class Group>
void sync(const Group& group, CUDASHIM_LINE) {
    group.sync(line);
}

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct greater {
    T operator()(T a, T b) const { return a > b ? a : b; }
};
template <class T>
struct less {
    T operator()(T a, T b) const { return a < b ? a : b; }
};

template <unsigned Size, class Parent, class T, class Combine>
T reduce(const thread_block_tile<Size, Parent>& tile, T value, Combine combine, CUDASHIM_LINE) {
    for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2) value = combine(value, tile.shfl_xor(value, lanes, line));
    return value;
}

}  // namespace cooperative_groups

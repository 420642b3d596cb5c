"""A folder of small C sources of this project's own writing, as one finds them: two licences, a header, functions that
are tasks and functions that cannot be."""

from pathlib import Path

SUMS = """/* SPDX-License-Identifier: MIT */
#include "types.h"
#include <stdio.h>
#include <string.h>

#define ROUNDS 8
#define STEP(x) ((x) << 1)

static const u8 order[4] = { 2, 0, 3, 1 };
static unsigned calls;

static u32 turned(u32 value, unsigned by) { return value << (by & 31) | value >> (-by & 31); }

/*
 * A checksum over bytes: each is turned into the sum by eight rounds
 * of a polynomial.
 */
u32 checksum(const void *data, size_t len)
{
    const u8 *at = data;
    u32 sum = POLYNOMIAL;
    while (len--) {
        sum ^= *at++;
        for (int k = 0; k < ROUNDS; k++) // bit by bit
            sum = sum & 1 ? sum >> 1 ^ POLYNOMIAL : sum >> 1;
    }
    return ~sum;
}

/* Scrambles the words in place, each with its place's key. */
void scramble(u32 *words, int n)
{
    for (int k = 0; k < n; k++)
        words[k] = turned(words[k] ^ STEP((u32)k), 1 + order[k & 3]);
}

/* One bit of a number. */
static inline unsigned bit_of(unsigned number, unsigned at) { return number >> at & 1; }

unsigned counted(unsigned by) { calls += by; return calls; }

unsigned ticks(unsigned by) { static unsigned sum; return sum += by; }

void shown(const u8 *bytes, size_t len) { for (size_t k = 0; k < len; k++) printf("%d", bytes[k]); }

int first(const int *numbers) { return numbers[0]; }

int copied(int *out, const int *in, int out_len, int in_len)
{
    for (int k = 0; k < out_len && k < in_len; k++) out[k] = in[k];
    return out_len;
}

double half(double number) { return number / 2; }

unsigned always(unsigned number) { return 7; }

unsigned beyond(const unsigned *numbers, size_t len) { return numbers[len + 2000]; }
"""
TYPES = """// SPDX-License-Identifier: Apache-2.0
#ifndef TYPES_H
#define TYPES_H
#include <stddef.h>
#include <stdint.h>
typedef uint8_t u8;
typedef uint32_t u32;
#define POLYNOMIAL 0xEDB88320u
#ifdef WIDE
typedef uint64_t word;
#else
typedef uint32_t word;
#endif
#endif
"""
WIDE = """#include "types.h"
word widened(word number) { return number + 1; }
"""
REASONS = {
    "function counted": "keeps state in calls",
    "function ticks": "keeps state in a static variable",
    "function shown": "calls printf, which is not in the folder",
    "function first": "nothing says how long numbers is",
    "function copied": "nothing says which length is whose: out_len, in_len",
    "function half": "its argument number is no integer and no array of integers",
    "function always": "nothing that can be observed: most tests expect the same output",
    "function beyond": "undefined behaviour, or no end within the limits, for whatever it is given",
}


def wild_c(folder: Path) -> Path:
    """The sources, laid out below `folder`/lib."""
    for name, text in {"src/sums.c": SUMS, "src/types.h": TYPES, "src/wide.c": WIDE}.items():
        place = folder / "lib" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder / "lib"

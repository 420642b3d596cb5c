"""Families of made C functions: one module each, whose `draw` draws. Types, expressions and tests are shared."""

from resources.domains.code_optimization.tasks.families import (
    bit_chains,
    checksums,
    compactions,
    elementwise,
    linked_nodes,
    matrices,
    polynomials,
    record_sorts,
    reductions,
    scanners,
    stencils,
    tables,
    windows,
)
from resources.domains.code_optimization.tasks.families.task import function_family

FAMILIES = (
    function_family("array_expression", "2.1", "expression graphs over arrays of mixed widths", elementwise.draw),
    function_family("array_reduction", "2.1", "sums, extremes, places and runs under conditions", reductions.draw),
    function_family("text_scanner", "2.1", "tokens of drawn classes of bytes, quotes and limits", scanners.draw),
    function_family("bit_chain", "2.1", "rotations, masks, packed fields, counts, permutations", bit_chains.draw),
    function_family("checksum", "2.1", "hashes, sums with a modulus, cyclic codes, weights", checksums.draw),
    function_family("fixed_polynomial", "2.1", "polynomials in fixed point, rounded and limited", polynomials.draw),
    function_family(
        "compaction", "2.1", "passes over an array in place: kept, unique, apart, turned", compactions.draw
    ),
    function_family("record_sort", "2.1", "packed records by drawn keys, six ways to sort", record_sorts.draw),
    function_family(
        "linked_nodes", "2.1", "walks over nodes linked by indices, with marks and ends", linked_nodes.draw
    ),
    function_family("sliding_window", "2.1", "windows of drawn width and border, scans with resets", windows.draw),
    function_family("stencil", "2.1", "weights, extremes and rules over drawn neighbours in a grid", stencils.draw),
    function_family("matrix_kernel", "2.1", "products in drawn layouts and semirings, whole or in part", matrices.draw),
    function_family("table_pass", "2.1", "histograms, look-ups and permutations by computed slots", tables.draw),
)

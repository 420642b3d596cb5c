"""Families of made parts: one module each, whose `draw_part` draws."""

from resources.domains.cad_modeling.tasks.families import (
    assemblies,
    brackets,
    flanges,
    heat_sinks,
    housings,
    levers,
    manifold_blocks,
    pipes,
    plates,
    sections,
    tapers,
    turned,
    wheels,
)
from resources.domains.cad_modeling.tasks.families.part import part_family

FAMILIES = (
    part_family(
        "assembly",
        "2",
        "several bodies: stacks of plates, shafts with rings, boxes with lids, racks of bars",
        assemblies.draw_part,
    ),
    part_family(
        "bracket",
        "2",
        "L, U, Z, T and hat brackets with holes, slots, windows, ribs and cut corners",
        brackets.draw_part,
    ),
    part_family(
        "flange", "2", "flanges: disc or square, hub, bore, bolt circle, raised face, seal groove", flanges.draw_part
    ),
    part_family(
        "heat_sink", "2", "heat sinks with straight fins, square or round pins, or radial fins", heat_sinks.draw_part
    ),
    part_family(
        "housing", "3", "open housings with bosses, windows, partitions, vents, lugs and lips", housings.draw_part
    ),
    part_family(
        "manifold_block",
        "2",
        "blocks with steps, channels and bores along x, y and z that meet",
        manifold_blocks.draw_part,
    ),
    part_family(
        "plate",
        "2",
        "plates by outline with holes, slots, pockets, windows and a boss",
        plates.draw_part,
    ),
    part_family(
        "section",
        "3",
        "bars of I, T, U, angle, rail, box, tube or hexagon section, cut and drilled",
        sections.draw_part,
    ),
    part_family(
        "tapered_stack",
        "2",
        "columns of prisms, frusta and cones of several shapes, bored",
        tapers.draw_part,
    ),
    part_family(
        "turned_part", "2", "shafts and bushings: steps, cones, bores, grooves, flats, keyways", turned.draw_part
    ),
    part_family(
        "wheel",
        "2",
        "wheels and pulleys: rim, hub, web or spokes, grooves, keyways",
        wheels.draw_part,
    ),
    part_family(
        "pipe",
        "2",
        "round and square pipes and bars along bent paths, with flanges, collars and holes",
        pipes.draw_part,
    ),
    part_family(
        "lever",
        "3",
        "levers: hub, arms with tangent sides, round ends, bosses, bores, slots, keyways",
        levers.draw_part,
    ),
)

"""Best-fit decreasing: items of known sizes in as few bins of one capacity as that rule needs."""

from bisect import bisect_left, insort
from collections.abc import Sequence


def best_fit(sizes: Sequence[int], capacity: int) -> list[list[int]]:
    """Places of `sizes` by bin. The largest goes first, into the bin that it leaves the least room in.

    Equal sizes keep their order, so that the same items give the same bins. No size may exceed `capacity`.
    """
    bins: list[list[int]] = []
    rooms: list[int] = []
    by_room: dict[int, list[int]] = {}
    for place in sorted(range(len(sizes)), key=lambda place: (-sizes[place], place)):
        at = bisect_left(rooms, sizes[place])
        if at == len(rooms):
            bins.append([])
            room, chosen = capacity, len(bins) - 1
        else:
            room, chosen = rooms[at], by_room[rooms[at]].pop()
            if not by_room[room]:
                del by_room[room], rooms[at]
        bins[chosen].append(place)
        left = room - sizes[place]
        if left not in by_room:
            insort(rooms, left)
        by_room.setdefault(left, []).append(chosen)
    return bins


def fullness(sizes: Sequence[int], bins: Sequence[Sequence[int]], capacity: int) -> float:
    """The share of the bins' capacity that is used; 0 of none."""
    return sum(sizes) / (len(bins) * capacity) if bins else 0.0

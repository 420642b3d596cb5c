from itertools import chain
from math import cos, radians, sin

import cadquery as cq

TEETH, TIP, ROOT = 12, 30.0, 24.0


def polar(radius, degrees):
    return (radius * cos(radians(degrees)), radius * sin(radians(degrees)))


corners = list(chain.from_iterable((polar(TIP, 30 * i), polar(ROOT, 30 * i)) for i in range(TEETH)))

wheel = cq.Workplane("XY").polyline(corners).close().extrude(6)
bore = cq.Workplane("XY").circle(7).extrude(6)
key = cq.Workplane("XY").rect(4, 9.5, centered=(True, False)).extrude(6)
result = wheel.cut(bore.union(key))

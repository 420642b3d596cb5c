import math

import cadquery as cq


class Gear:
    def __init__(self, teeth, tip, root, thickness):
        self.teeth = teeth
        self.tip = tip
        self.root = root
        self.thickness = thickness

    def corners(self):
        step = 2 * math.pi / self.teeth
        stations = ((0.0, self.root), (0.3, self.root), (0.42, self.tip), (0.58, self.tip), (0.7, self.root))
        points = []
        for i in range(self.teeth):
            for fraction, radius in stations:
                angle = step * (i + fraction)
                points.append((radius * math.cos(angle), radius * math.sin(angle)))
        return points

    def blank(self):
        return cq.Workplane("XY").polyline(self.corners()).close().extrude(self.thickness)


gear = Gear(20, 50.0, 42.0, 10.0)
result = (
    gear.blank()
    .faces("<Z")
    .workplane(centerOption="ProjectedOrigin", invert=True)
    .circle(8)
    .polarArray(25, 0, 360, 6)
    .circle(5)
    .cutThruAll()
)

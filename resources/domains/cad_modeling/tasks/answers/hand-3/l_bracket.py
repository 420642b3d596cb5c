from dataclasses import dataclass

import cadquery as cq


@dataclass
class Bracket:
    foot: float = 50.0
    wall: float = 40.0
    thickness: float = 6.0
    width: float = 30.0
    inner_radius: float = 5.0
    hole_diameter: float = 6.0
    hole_positions: tuple = (22.0, 40.0)

    def profile(self):
        t = self.thickness
        return [(0, 0), (self.foot, 0), (self.foot, t), (t, t), (t, self.wall), (0, self.wall)]

    def build(self):
        body = cq.Workplane("XZ").polyline(self.profile()).close().extrude(-self.width)
        body = body.edges(
            cq.selectors.NearestToPointSelector((self.thickness, self.width / 2, self.thickness))
        ).fillet(self.inner_radius)
        holes = (
            cq.Workplane("XY", origin=(0, self.width / 2, 0))
            .pushPoints([(x, 0) for x in self.hole_positions])
            .circle(self.hole_diameter / 2)
            .extrude(self.thickness)
        )
        return body.cut(holes)


result = Bracket().build()

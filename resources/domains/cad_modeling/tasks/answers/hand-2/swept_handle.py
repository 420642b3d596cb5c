import math
import cadquery as cq

D = 10.0
X, TOP, R = 50.0, 40.0, 15.0
FOOT_D, FOOT_H = 22.0, 5.0
SINK = 2.0

k = R / math.sqrt(2)
zc = TOP - R
xc = X - R

path = (
    cq.Workplane("XZ")
    .moveTo(-X, -SINK)
    .lineTo(-X, zc)
    .threePointArc((-xc - k, zc + k), (-xc, TOP))
    .lineTo(xc, TOP)
    .threePointArc((xc + k, zc + k), (X, zc))
    .lineTo(X, -SINK)
)
bar = cq.Workplane("XY", origin=(-X, 0, -SINK)).circle(D / 2).sweep(path)

result = bar
for s in (-1, 1):
    foot = cq.Solid.makeCylinder(FOOT_D / 2, FOOT_H, cq.Vector(s * X, 0, -FOOT_H))
    result = result.union(cq.Workplane(obj=foot))

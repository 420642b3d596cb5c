"""What CadQuery 2 offers a script: members of the module, methods and their parameters. Data, and how it is read.

Written down, because CadQuery loads OCCT (half a gigabyte) and is no part of the process that predicts. A test
compares it with the installed CadQuery. What the methods do is `workplane_state`.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

MEMBERS = frozenset(
    "Assembly BoundBox CQ Color Compound Constraint DirectionMinMaxSelector DirectionSelector Edge Face Location"
    " Material Matrix NearestToPointSelector PackageNotFoundError ParallelDirSelector PerpendicularDirSelector Plane"
    " Selector Shape Shell Sketch Solid StringSyntaxSelector TypeSelector UnitLiterals Vector Vertex Wire Workplane"
    " assembly cq exporters hull importers occ_impl plugins selectors sketch sortWiresByBuildOrder types units utils"
    " version func".split()
)
ASSEMBLY = frozenset(
    "add addSubshape constrain export importStep load remove save shapes solve toCompound traverse children color loc"
    " metadata name obj objects parent constraints material subshape_names subshape_colors subshape_layers".split()
)
PROPERTIES = frozenset("ctx objects parent plane".split())

_METHODS = """
Workplane inPlane='XY' origin=(0,0,0) obj=None
add obj
all
ancestors kind tag=None
apply f
bezier listOfXYTuple forConstruction=False includeCurrent=False makeWire=False
box length width height centered=True combine=True clean=True
cboreHole diameter cboreDiameter cboreDepth depth=None clean=True
center x y
chamfer length length2=None
circle radius forConstruction=False
clean
close
combine clean=True glue=False tol=None
compounds selector=None tag=None
consolidateWires
copyWorkplane obj
cskHole diameter cskDiameter cskAngle depth=None clean=True
cut toCut clean=True tol=None
cutBlind until clean=True both=False taper=None
cutEach fcn useLocalCoords=False clean=True
cutThruAll clean=True taper=0
cylinder height radius direct=(0,0,1) angle=360 centered=True combine=True clean=True
each callback useLocalCoordinates=False combine=True clean=True
eachpoint arg useLocalCoordinates=False combine=False clean=True
edges selector=None tag=None
ellipse x_radius y_radius rotation_angle=0.0 forConstruction=False
ellipseArc x_radius y_radius angle1=360 angle2=360 rotation_angle=0.0 sense=1 forConstruction=False \
startAtCurrent=True makeWire=False
end n=1
export fname tolerance=0.1 angularTolerance=0.1 unit='MM' outputUnit=None opt=None
exportSvg fileName
extrude until combine=True clean=True both=False taper=None
faces selector=None tag=None
fillet radius
filter f
findSolid searchStack=True searchParents=True
first
hLine distance forConstruction=False
hLineTo xCoord forConstruction=False
hole diameter depth=None clean=True
interpPlate surf_edges surf_pts=[] thickness=0 combine=False clean=True degree=3 nbPtsOnCur=15 nbIter=2 \
anisotropy=False tol2d=1e-05 tol3d=0.0001 tolAng=0.01 tolCurv=0.1 maxDeg=8 maxSegments=9
intersect toIntersect clean=True tol=None
invoke f
item i
largestDimension
last
line xDist yDist forConstruction=False
lineTo x y forConstruction=False
loft ruled=False combine=True clean=True
map f
mirror mirrorPlane='XY' basePointVector=None union=False
mirrorX
mirrorY
move xDist=0 yDist=0
moveTo x=0 y=0
newObject objlist
offset2D d kind='arc' forConstruction=False
parametricCurve func N=400 start=0 stop=1 tol=1e-06 minDeg=1 maxDeg=6 smoothing=(1,1,1) makeWire=True
parametricSurface func N=20 start=0 stop=1 tol=0.01 minDeg=1 maxDeg=6 smoothing=(1,1,1)
placeSketch *sketches
polarArray radius startAngle angle count fill=True rotate=True
polarLine distance angle forConstruction=False
polarLineTo distance angle forConstruction=False
polygon nSides diameter forConstruction=False circumscribed=False
polyline listOfXYTuple forConstruction=False includeCurrent=False
pushPoints pntList
radiusArc endPoint radius forConstruction=False
rarray xSpacing ySpacing xCount yCount center=True
rect xLen yLen centered=True forConstruction=False
revolve angleDegrees=360.0 axisStart=None axisEnd=None combine=True clean=True
rotate axisStartPoint axisEndPoint angleDegrees
rotateAboutCenter axisEndPoint angleDegrees
sagittaArc endPoint sag forConstruction=False
section height=0.0
shell thickness kind='arc'
shells selector=None tag=None
siblings kind level=1 tag=None
size
sketch
slot2D length diameter angle=0
solids selector=None tag=None
sort key
sphere radius direct=(0,0,1) angle1=-90 angle2=90 angle3=360 centered=True combine=True clean=True
spline listOfXYTuple tangents=None periodic=False parameters=None scale=True tol=None forConstruction=False \
includeCurrent=False makeWire=False
splineApprox points tol=1e-06 minDeg=1 maxDeg=6 smoothing=(1,1,1) forConstruction=False includeCurrent=False \
makeWire=False
split *args **kwargs
sweep path multisection=False sweepAlongWires=None makeSolid=True isFrenet=False combine=True clean=True \
transition='right' normal=None auxSpine=None
tag name
tangentArcPoint endpoint forConstruction=False relative=True
text txt fontsize distance combine='cut' clean=True font='Arial' fontPath=None kind='regular' halign='center' \
valign='center'
threePointArc point1 point2 forConstruction=False
toOCC
toPending
toSvg opts=None
transformed rotate=(0,0,0) offset=(0,0,0)
translate vec
twistExtrude distance angleDegrees combine=True clean=True
union toUnion=None clean=True glue=False tol=None
vLine distance forConstruction=False
vLineTo yCoord forConstruction=False
val
vals
vertices selector=None tag=None
wedge dx dy dz xmin zmin xmax zmax pnt=(0,0,0) dir=(0,0,1) centered=True combine=True clean=True
wire forConstruction=False
wires selector=None tag=None
workplane offset=0.0 invert=False centerOption='ProjectedOrigin' origin=None
workplaneFromTagged name
"""


@dataclass(frozen=True)
class Signature:
    """Names in order, without `self`; values of those that may be left out. `open`: any argument fits."""

    names: tuple[str, ...]
    defaults: Mapping[str, object]
    open: bool


@cache
def signatures() -> Mapping[str, Signature]:
    """By method of Workplane; `Workplane` itself is what makes one."""
    return {words[0]: _signature(words[1:]) for words in map(str.split, _METHODS.strip().splitlines())}


def _signature(words: list[str]) -> Signature:
    pairs = [word.partition("=") for word in words]
    return Signature(
        tuple(name for name, _, _ in pairs if not name.startswith("*")),
        {name: ast.literal_eval(value) for name, sign, value in pairs if sign},
        any(name.startswith("*") for name, _, _ in pairs),
    )

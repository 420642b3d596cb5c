import cadquery as cq

step_length = 20.0  # x
width = 30.0  # y
step_heights = [10.0, 20.0, 30.0]

total_length = step_length * len(step_heights)

# Side view in the XZ plane, from the origin along the bottom and back over the steps.
side_view = [(0, 0), (total_length, 0)]
for index in reversed(range(len(step_heights))):
    height = step_heights[index]
    side_view.append(((index + 1) * step_length, height))
    side_view.append((index * step_length, height))

# The normal of "XZ" is -y, so a negative distance goes to +y.
result = cq.Workplane("XZ").polyline(side_view).close().extrude(-width)

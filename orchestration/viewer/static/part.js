// Parts that turn: flat-shaded triangles with a depth for each pixel. Drag, arrow keys and the wheel; numbers only.
"use strict";

const FINE = 2, GLASS = 0.3;
const LIGHT = [-0.4, 0.75, -0.53];
const COLOURS = { reference: [150, 158, 168], candidate: [150, 158, 168], common: [150, 158, 168], missing: [45, 110, 210], surplus: [210, 60, 50] };
const VIEWS = { candidate: ["candidate"], reference: ["reference"], difference: ["common", "missing", "surplus"] };

function box(meshes) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const mesh of meshes) for (const corner of mesh.corners) for (let i = 0; i < 3; i++) {
    low[i] = Math.min(low[i], corner[i]);
    high[i] = Math.max(high[i], corner[i]);
  }
  return { middle: low.map((value, i) => (value + high[i]) / 2), size: Math.hypot(...high.map((value, i) => value - low[i])) || 1 };
}

// Pixels with their depths: the nearest face of each wins, however long and thin its triangle is.
class Layer {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.depths = new Float32Array(width * height).fill(Infinity);
    this.image = new ImageData(width, height);
  }

  fill([a, b, c], paint) {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (!area) return;
    const left = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0]))), right = Math.min(this.width - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
    const top = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1]))), bottom = Math.min(this.height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) {
      const second = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
      const third = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
      if (second < 0 || third < 0 || second + third > 1) continue;
      this.put(y * this.width + x, a[2] + second * (b[2] - a[2]) + third * (c[2] - a[2]), paint);
    }
  }

  put(place, depth, paint) {
    if (depth >= this.depths[place]) return;
    this.depths[place] = depth;
    this.image.data.set([...paint, 255], 4 * place);
  }

  // This layer with a thin one over it where that is nearer.
  under(glass) {
    const own = this.image.data, other = glass.image.data;
    for (let place = 0; place < this.depths.length; place++) {
      if (glass.depths[place] >= this.depths[place]) continue;
      const at = 4 * place, behind = own[at + 3] ? 1 - GLASS : 0;
      for (let i = 0; i < 3; i++) own[at + i] = behind ? own[at + i] * behind + other[at + i] * GLASS : other[at + i];
      own[at + 3] = behind ? 255 : 255 * GLASS;
    }
    return this.image;
  }
}

class Part {
  constructor(figure, meshes) {
    this.figure = figure;
    this.canvas = figure.querySelector("canvas");
    this.meshes = meshes;
    this.box = box(meshes);
    this.turn = 0.55;
    this.tilt = 0.5;
    this.zoom = 1;
    this.buttons();
    this.listen();
    this.show(this.named("missing") || this.named("surplus") ? "difference" : this.named("candidate") ? "candidate" : "reference");
  }

  named(name) {
    return this.meshes.find((mesh) => mesh.name === name);
  }

  buttons() {
    const bar = this.figure.querySelector(".views");
    bar.replaceChildren();
    for (const view of Object.keys(VIEWS)) {
      if (!VIEWS[view].some((name) => this.named(name))) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = view;
      button.addEventListener("click", () => this.show(view));
      bar.append(button);
    }
  }

  show(view) {
    this.view = view;
    for (const button of this.figure.querySelectorAll(".views button")) button.classList.toggle("on", button.textContent === view);
    this.figure.querySelector("figcaption").textContent = view === "difference"
      ? "blue is missing, red is surplus; drag to turn" : "drag to turn, wheel to come closer";
    this.draw();
  }

  listen() {
    this.canvas.addEventListener("pointerdown", (event) => this.canvas.setPointerCapture(event.pointerId));
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) this.by(event.movementX / 120, event.movementY / 120);
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom = Math.max(0.5, Math.min(8, this.zoom * Math.exp(-event.deltaY / 600)));
      this.draw();
    }, { passive: false });
    const arrows = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
    this.canvas.addEventListener("keydown", (event) => {
      if (!arrows[event.key]) return;
      event.preventDefault();
      this.by(...arrows[event.key]);
    });
  }

  by(turn, tilt) {
    this.turn += turn;
    this.tilt = Math.max(-1.55, Math.min(1.55, this.tilt + tilt));
    this.draw();
  }

  project(corner) {
    const [x, y, z] = corner.map((value, i) => value - this.box.middle[i]);
    const [sin, cos] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [up, level] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    const across = x * cos + y * sin, away = -x * sin + y * cos;
    return [across, z * level + away * up, away * level - z * up];
  }

  faces() {
    const found = [];
    for (const mesh of this.meshes) {
      if (!VIEWS[this.view].includes(mesh.name)) continue;
      const through = this.view === "difference" && mesh.name === "common";
      const placed = mesh.corners.map((corner) => this.project(corner));
      for (const triangle of mesh.triangles) {
        const [a, b, c] = triangle.map((corner) => placed[corner]);
        // The axes (right, up, away) are left-handed, so outward is the negative of the usual product.
        const normal = [
          (b[2] - a[2]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[2] - a[2]),
          (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]),
          (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]),
        ];
        const length = Math.hypot(...normal);
        if (!length || normal[2] >= 0) continue;
        const shade = Math.max(0, normal.reduce((sum, value, i) => sum + value * LIGHT[i], 0) / length);
        const bright = (0.5 + 0.5 * Math.min(1, shade)) * 1.25;
        found.push({ corners: [a, b, c], paint: COLOURS[mesh.name].map((value) => Math.min(255, value * bright)), through });
      }
    }
    return found;
  }

  draw() {
    const width = this.canvas.clientWidth * FINE, height = this.canvas.clientHeight * FINE;
    this.canvas.width = width;
    this.canvas.height = height;
    const size = (Math.min(width, height) * this.zoom * 0.95) / this.box.size;
    const solid = new Layer(width, height), glass = new Layer(width, height);
    for (const face of this.faces()) {
      const placed = face.corners.map(([x, y, z]) => [width / 2 + x * size, height / 2 - y * size, z]);
      (face.through ? glass : solid).fill(placed, face.paint);
    }
    const pen = this.canvas.getContext("2d");
    pen.putImageData(solid.under(glass), 0, 0);
    this.figure.dataset.drawn = this.view;
  }
}

async function load(figure) {
  const caption = figure.querySelector("figcaption");
  try {
    const answer = await fetch(figure.dataset.part);
    const meshes = answer.ok ? await answer.json() : [];
    if (meshes.length) new Part(figure, meshes);
    else caption.textContent = "nothing to turn: no solid, or no sandbox";
  } catch {
    caption.textContent = "the viewer does not answer";
  }
}

const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
  if (!entry.isIntersecting) return;
  seen.unobserve(entry.target);
  load(entry.target);
}));
document.querySelectorAll("[data-part]").forEach((figure) => seen.observe(figure));

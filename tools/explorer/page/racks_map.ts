// Where everything of the racks' picture stands, in units of a GPU: domains as blocks of servers, side by side, and
// domains of one span of the network together.

import { Racks } from './core';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface RackBox extends Box {
  row: number;  // racks of one row stand side by side: the same number
  firstSlot: number;
  gpus: number;
  columns: number;
  perServer: number;
  serverRows: number;  // lines that a server takes
}

export interface RackMap extends Box {
  racks: RackBox[];
  groups: (Box & { name: string; head: number })[];  // `head`: high enough for the name, above its racks
}

const pad = 0.5;
// Gutters beside and above racks: hops between racks run in them, and a rack's name stands above it.
export const beside = 1.2;
export const above = 1.6;
const leastHead = 1.5;

function sizeOf(gpus: number, perServer: number): { columns: number; serverRows: number; w: number; h: number } {
  const servers = Math.ceil(gpus / perServer);
  const columns = Math.min(perServer, 4);
  const serverRows = Math.ceil(perServer / columns);
  return { columns, serverRows, w: columns + 2 * pad, h: servers * serverRows + 2 * pad };
}

interface Placed extends Box {
  row: number;  // of the picture that was packed
}

// Blocks of given sizes in rows, so that the whole is as large as it can be drawn in a frame of that width over height.
function pack(sizes: { w: number; h: number }[], gapX: number, gapY: number, aspect: number): Placed[] {
  const area = sizes.reduce((sum, size) => sum + (size.w + gapX) * (size.h + gapY), 0);
  const widest = Math.max(...sizes.map((size) => size.w));
  let best: Placed[] = [];
  let least = Infinity;
  for (let share = 0.5; share <= 2; share *= 1.06) {
    const boxes = rows(sizes, gapX, gapY, Math.max(Math.sqrt(area * aspect) * share, widest));
    const { w, h } = bounds(boxes);
    const extent = Math.max(w / aspect, h);
    if (extent >= least) continue;
    least = extent;
    best = boxes;
  }
  return best;
}

function rows(sizes: { w: number; h: number }[], gapX: number, gapY: number, width: number): Placed[] {
  const boxes: Placed[] = [];
  let x = 0;
  let y = 0;
  let high = 0;
  let row = 0;
  for (const size of sizes) {
    if (x > 0 && x + size.w > width + 1e-9) {
      x = 0;
      y += high + gapY;
      high = 0;
      ++row;
    }
    boxes.push({ x, y, row, w: size.w, h: size.h });
    x += size.w + gapX;
    high = Math.max(high, size.h);
  }
  return boxes;
}

function bounds(boxes: Box[]): Box {
  let w = 0;
  let h = 0;
  for (const box of boxes) {
    w = Math.max(w, box.x + box.w);
    h = Math.max(h, box.y + box.h);
  }
  return { x: 0, y: 0, w, h };
}

// For a frame of that size in CSS pixels, in which a line of letters is `letters` high: groups have room for their names
// however small they are drawn.
export function mapRacks(racks: Racks, width: number, height: number, letters: number): RackMap {
  let head = leastHead;
  let map = mapWith(racks, width / height, head);
  for (let i = 0; i < 3 && map.groups.length > 0; ++i) {
    const scale = Math.min(width / map.w, height / map.h);
    if (map.groups[0].head * scale >= letters) break;
    head = (letters * 1.04) / scale - pad - above / 2;
    map = mapWith(racks, width / height, head);
  }
  return map;
}

function mapWith(racks: Racks, aspect: number, head: number): RackMap {
  const start = racks.domains.length > 0 ? racks.domains[0].firstGpu : 0;
  const sizes = racks.domains.map((domain) => sizeOf(domain.gpus, domain.perServer));
  const spans = new Map<number, number[]>();
  racks.domains.forEach((domain, i) => {
    const list = spans.get(domain.span);
    if (list) list.push(i);
    else spans.set(domain.span, [i]);
  });
  const placed = new Array<RackBox>(racks.domains.length);
  const put = (i: number, box: Placed, x: number, y: number, row: number) => {
    const domain = racks.domains[i];
    placed[i] = {
      x: x + box.x, y: y + box.y, w: box.w, h: box.h, row: row + box.row, columns: sizes[i].columns, serverRows: sizes[i].serverRows,
      firstSlot: domain.firstGpu - start, gpus: domain.gpus, perServer: domain.perServer,
    };
  };
  if (spans.size < 2 || racks.tier === '') {
    const boxes = pack(sizes, beside, above, aspect);
    boxes.forEach((box, i) => put(i, box, 0, above, 0));
    const whole = bounds(boxes);
    return { ...whole, h: whole.h + above, racks: placed, groups: [] };
  }
  // How groups are best shaped depends on how many of them stand side by side.
  const tried = [0.3, 0.5, 0.8, 1.2, 2, 3, aspect / spans.size].map((shape) => {
    const inner = [...spans.values()].map((list) => pack(list.map((i) => sizes[i]), beside, above, shape));
    const outer = pack(inner.map((boxes) => {
      const size = bounds(boxes);
      return { w: size.w + 2 * pad + beside, h: size.h + 2 * pad + head + above };
    }), 1.6, 1.6, aspect);
    const { w, h } = bounds(outer);
    return { inner, outer, extent: Math.max(w / aspect, h) };
  });
  const { inner, outer } = tried.reduce((best, one) => (one.extent < best.extent ? one : best));
  let row = 0;
  const groups = [...spans.entries()].map(([span, list], g) => {
    list.forEach((i, at) => put(i, inner[g][at], outer[g].x + pad + beside / 2, outer[g].y + pad + head + above / 2, row));
    row += inner[g][inner[g].length - 1].row + 1;
    return { ...outer[g], head: pad + head + above / 2, name: `${racks.tier} ${span}` };
  });
  return { ...bounds(outer), racks: placed, groups };
}

// Number of the rack that holds a slot of the picture, by halving.
export function rackOf(map: RackMap, slot: number): number {
  let low = 0;
  let high = map.racks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (map.racks[middle].firstSlot <= slot) low = middle;
    else high = middle - 1;
  }
  return low;
}

// The cell of a GPU (number in its rack), a little smaller than one.
export function cellOf(rack: RackBox, gpu: number): Box {
  const server = Math.floor(gpu / rack.perServer);
  const at = gpu % rack.perServer;
  const line = server * rack.serverRows + Math.floor(at / rack.columns);
  return { x: rack.x + pad + (at % rack.columns) + 0.06, y: rack.y + pad + line + 0.06, w: 0.88, h: 0.88 };
}

// The GPU of a rack that is nearest to a point.
export function gpuNear(rack: RackBox, x: number, y: number): number {
  const lines = Math.ceil(rack.gpus / rack.perServer) * rack.serverRows;
  const column = Math.max(0, Math.min(rack.columns - 1, Math.floor(x - rack.x - pad)));
  const line = Math.max(0, Math.min(lines - 1, Math.floor(y - rack.y - pad)));
  const at = Math.min(rack.perServer - 1, (line % rack.serverRows) * rack.columns + column);
  return Math.min(rack.gpus - 1, Math.floor(line / rack.serverRows) * rack.perServer + at);
}

// The rack that is nearest to a point, no farther than `far`; -1 where there is none.
export function rackNear(map: RackMap, x: number, y: number, far: number): number {
  let nearest = -1;
  let least = far;
  map.racks.forEach((rack, i) => {
    const dx = Math.max(rack.x - x, 0, x - rack.x - rack.w);
    const dy = Math.max(rack.y - y, 0, y - rack.y - rack.h);
    const distance = Math.hypot(dx, dy);
    if (distance > least || (distance === least && nearest >= 0)) return;
    least = distance;
    nearest = i;
  });
  return nearest;
}

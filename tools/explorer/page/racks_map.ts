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
  firstSlot: number;
  gpus: number;
  columns: number;
  perServer: number;
  serverRows: number;  // lines that a server takes
}

export interface RackMap extends Box {
  racks: RackBox[];
  groups: (Box & { name: string })[];
}

const pad = 0.5;
const between = 0.9;
const head = 1.5;

function sizeOf(gpus: number, perServer: number): { columns: number; serverRows: number; w: number; h: number } {
  const servers = Math.ceil(gpus / perServer);
  const columns = Math.min(perServer, 4);
  const serverRows = Math.ceil(perServer / columns);
  return { columns, serverRows, w: columns + 2 * pad, h: servers * serverRows + 2 * pad };
}

// Blocks of given sizes in rows so that the whole is about as wide for its height as `aspect`.
function pack(sizes: { w: number; h: number }[], gap: number, aspect: number): Box[] {
  const area = sizes.reduce((sum, size) => sum + (size.w + gap) * (size.h + gap), 0);
  const width = Math.max(Math.sqrt(area * aspect), ...sizes.map((size) => size.w + gap));
  const boxes: Box[] = [];
  let x = 0;
  let y = 0;
  let row = 0;
  for (const size of sizes) {
    if (x > 0 && x + size.w > width) {
      x = 0;
      y += row + gap;
      row = 0;
    }
    boxes.push({ x, y, ...size });
    x += size.w + gap;
    row = Math.max(row, size.h);
  }
  return boxes;
}

function bounds(boxes: Box[]): Box {
  return { x: 0, y: 0, w: Math.max(0, ...boxes.map((box) => box.x + box.w)), h: Math.max(0, ...boxes.map((box) => box.y + box.h)) };
}

export function mapRacks(racks: Racks, aspect: number): RackMap {
  const start = racks.domains.length > 0 ? racks.domains[0].firstGpu : 0;
  const sizes = racks.domains.map((domain) => sizeOf(domain.gpus, domain.perServer));
  const spans = new Map<number, number[]>();
  racks.domains.forEach((domain, i) => {
    const list = spans.get(domain.span);
    if (list) list.push(i);
    else spans.set(domain.span, [i]);
  });
  const placed = new Array<RackBox>(racks.domains.length);
  const put = (i: number, x: number, y: number) => {
    const domain = racks.domains[i];
    placed[i] = { x, y, ...sizes[i], firstSlot: domain.firstGpu - start, gpus: domain.gpus, perServer: domain.perServer };
  };
  if (spans.size < 2 || racks.tier === '') {
    const boxes = pack(sizes, between, aspect);
    boxes.forEach((box, i) => put(i, box.x, box.y));
    return { ...bounds(boxes), racks: placed, groups: [] };
  }
  const inner = [...spans.values()].map((list) => pack(list.map((i) => sizes[i]), between, spans.size > 3 ? 1.2 : aspect / spans.size));
  const outer = pack(inner.map((boxes) => {
    const size = bounds(boxes);
    return { w: size.w + 2 * pad, h: size.h + 2 * pad + head };
  }), 1.6, aspect);
  const groups = [...spans.entries()].map(([span, list], g) => {
    list.forEach((i, at) => put(i, outer[g].x + pad + inner[g][at].x, outer[g].y + pad + head + inner[g][at].y));
    return { ...outer[g], name: `${racks.tier} ${span}` };
  });
  return { ...bounds(outer), racks: placed, groups };
}

// The cell of a GPU (number in its rack), a little smaller than one.
export function cellOf(rack: RackBox, gpu: number): Box {
  const server = Math.floor(gpu / rack.perServer);
  const at = gpu % rack.perServer;
  const line = server * rack.serverRows + Math.floor(at / rack.columns);
  return { x: rack.x + pad + (at % rack.columns) + 0.06, y: rack.y + pad + line + 0.06, w: 0.88, h: 0.88 };
}

// The GPU at a point; -1 where there is none.
export function gpuAt(rack: RackBox, x: number, y: number): number {
  const column = Math.floor(x - rack.x - pad);
  const line = Math.floor(y - rack.y - pad);
  if (column < 0 || column >= rack.columns || line < 0) return -1;
  const at = (line % rack.serverRows) * rack.columns + column;
  const gpu = Math.floor(line / rack.serverRows) * rack.perServer + at;
  return at < rack.perServer && gpu < rack.gpus ? gpu : -1;
}

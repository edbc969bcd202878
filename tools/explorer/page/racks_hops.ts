// Where the hops of a group run: inside a rack straight from GPU to GPU, or between the GPUs where that would slant or meet
// others of the group; from rack to rack along the gutters, side by side where several run there. In units of a GPU.

import { Hop } from './core';
import { above, beside, cellOf, RackBox, RackMap, rackOf } from './racks_map';

export interface Point {
  x: number;
  y: number;
}

export interface Route {
  hop: Hop;
  points: Point[];  // from middle to middle
}

// A stretch of a gutter: `at` says which, from `low` to `high` along it. Its route's points `first` and `first` + 1 lie in it.
interface Stretch {
  points: Point[];
  first: number;
  axis: 'x' | 'y';  // the coordinate that is `at`
  at: number;
  low: number;
  high: number;
}

const lane = 0.26;  // between two hops in one gutter
const aside = 0.16;  // of the middle of a cell

export function middleOf(map: RackMap, slot: number): Point {
  const rack = map.racks[rackOf(map, slot)];
  const cell = cellOf(rack, slot - rack.firstSlot);
  return { x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 };
}

// `start`: the GPU that the first slot of the picture is.
export function routesOf(hops: Hop[], start: number, map: RackMap): Route[] {
  const ends = new Map<number, Point>();
  for (const hop of hops) {
    for (const gpu of [hop.from, hop.to]) if (!ends.has(gpu)) ends.set(gpu, middleOf(map, gpu - start));
  }
  const isFan = hops.length > 1 && hops.every((hop) => hop.from === hops[0].from);
  const stretches: Stretch[] = [];
  const routes = hops.map((hop) => {
    const from = ends.get(hop.from) as Point;
    const to = ends.get(hop.to) as Point;
    const a = rackOf(map, hop.from - start);
    const b = rackOf(map, hop.to - start);
    if (a === b) return { hop, points: isFan ? [from, to] : within(from, to, ends.values()) };
    // Out below the middle and in above it: what comes and what goes run apart.
    const points = between(map, a, b, { x: from.x, y: from.y + aside }, { x: to.x, y: to.y - aside });
    note(points, stretches);
    return { hop, points };
  });
  spread(stretches);
  return routes;
}

// Between the lines or the columns of GPUs; to the right and to the left, downward and upward on different sides of the gap.
function within(from: Point, to: Point, others: Iterable<Point>): Point[] {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const isStraight = Math.abs(dx) < 0.1 || Math.abs(dy) < 0.1;
  if (isStraight && !isBlocked(from, to, others)) return [from, to];
  if (Math.abs(dx) < 0.1) {
    const gap = from.x + (dy > 0 ? 0.44 : 0.56);
    return [from, { x: gap, y: from.y }, { x: gap, y: to.y }, to];
  }
  const gap = from.y + (dy < -0.1 ? -0.44 : 0.44);
  const shift = dy < -0.1 ? -aside : aside;
  const out = { x: from.x - shift, y: from.y };
  const into = { x: to.x + shift, y: to.y };
  return [out, { x: out.x, y: gap }, { x: into.x, y: gap }, into];
}

// Whether another of the group lies on the straight line.
function isBlocked(from: Point, to: Point, others: Iterable<Point>): boolean {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  for (const other of others) {
    const along = ((other.x - from.x) * dx + (other.y - from.y) * dy) / length;
    const aside = Math.abs((other.x - from.x) * dy - (other.y - from.y) * dx) / length;
    if (along > 0.3 && along < length - 0.3 && aside < 0.45) return true;
  }
  return false;
}

function rowEdge(map: RackMap, rack: RackBox, isBelow: boolean): number {
  if (!isBelow) return rack.y - above / 2;
  let bottom = rack.y + rack.h;
  for (const other of map.racks) if (other.row === rack.row) bottom = Math.max(bottom, other.y + other.h);
  return bottom + above / 2;
}

// Out of rack `a` at its side, along the gutter of its row, and into rack `b` at its side.
function between(map: RackMap, a: number, b: number, from: Point, to: Point): Point[] {
  const one = map.racks[a];
  const other = map.racks[b];
  const isRightward = other.x >= one.x;
  const out = isRightward ? one.x + one.w + beside / 2 : one.x - beside / 2;
  if (one.row === other.row && Math.abs(a - b) === 1) return [from, { x: out, y: from.y }, { x: out, y: to.y }, to];
  const into = isRightward && other.x > one.x ? other.x - beside / 2 : other.x + other.w + beside / 2;
  if (into === out) return [from, { x: out, y: from.y }, { x: out, y: to.y }, to];
  // Onward above the racks and back below them, so that the two stay apart.
  const gutter = rowEdge(map, one, one.row === other.row ? !isRightward : other.y > one.y);
  return [from, { x: out, y: from.y }, { x: out, y: gutter }, { x: into, y: gutter }, { x: into, y: to.y }, to];
}

function note(points: Point[], stretches: Stretch[]): void {
  for (let i = 1; i + 2 < points.length; ++i) {
    const [a, b] = [points[i], points[i + 1]];
    const axis = a.x === b.x ? 'x' : 'y';
    const along = axis === 'x' ? 'y' : 'x';
    stretches.push({ points, first: i, axis, at: a[axis], low: Math.min(a[along], b[along]), high: Math.max(a[along], b[along]) });
  }
}

// Moves stretches that share a part of a gutter apart, as far as it is wide.
function spread(stretches: Stretch[]): void {
  const gutters = new Map<string, Stretch[]>();
  for (const stretch of stretches) {
    const name = `${stretch.axis}${stretch.at.toFixed(2)}`;
    const list = gutters.get(name);
    if (list) list.push(stretch);
    else gutters.set(name, [stretch]);
  }
  for (const list of gutters.values()) {
    list.sort((a, b) => a.low - b.low);
    const ends: number[] = [];
    const lanes = list.map((stretch) => {
      let free = ends.findIndex((end) => end < stretch.low - 0.1);
      if (free < 0) free = ends.length;
      ends[free] = stretch.high;
      return free;
    });
    const room = (list[0].axis === 'x' ? beside : above) * 0.8;
    const apart = Math.min(lane, room / ends.length);
    list.forEach(({ points, first, axis }, i) => {
      const shift = (lanes[i] - (ends.length - 1) / 2) * apart;
      points[first] = { ...points[first], [axis]: points[first][axis] + shift };
      points[first + 1] = { ...points[first + 1], [axis]: points[first + 1][axis] + shift };
    });
  }
}

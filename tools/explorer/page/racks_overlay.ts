// What lies over the racks: the group that is pointed at, its GPUs framed and its hops as lines with heads, everything else
// behind a veil.

import { colour, ColourName, coordinateColour, inkOn } from './colours';
import { Hop, Racks } from './core';
import { Point, Route } from './racks_hops';
import { drawNamesOver, drawTag, Name } from './racks_names';

export interface Overlay {
  racks: Racks;
  coordinates: Int32Array;
  degree: number;
  scale: number;
  routes: Route[];
  start: number;  // the GPU that the first slot is
  pointed: number;  // slot; -1: none
  names: Name[];
  tag: string;  // of what is pointed at; empty: none
  isLit: boolean;  // whether the rest is veiled
  place: (slot: number) => Point;  // the middle of a cell, in CSS pixels
  screen: (point: Point) => Point;  // of a point of the map
}

export function drawOverlay(context: CanvasRenderingContext2D, width: number, height: number, overlay: Overlay): void {
  const { routes, start, pointed, scale } = overlay;
  context.clearRect(0, 0, width, height);
  if (overlay.isLit) {
    context.fillStyle = colour('surface');
    context.globalAlpha = 0.62;
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
  }
  const size = Math.max(5, 0.88 * scale);
  const ends = new Set<number>();
  for (const { hop } of routes) ends.add(hop.from - start).add(hop.to - start);
  // To everybody from one: heads would hide the GPUs that they point at.
  const isFan = routes.length > 12 && routes.every(({ hop }) => hop.from === routes[0].hop.from);
  for (const slot of ends) member(context, slot, size, overlay);
  for (const isOwn of [false, true]) {
    for (const route of routes) {
      if (route.hop.isOwn !== isOwn) continue;
      line(context, route, size, isFan, overlay);
      if (!isFan) head(context, route, size, overlay);
    }
  }
  if (pointed < 0) {
    drawNamesOver(context, overlay.names, null);
    return;
  }
  const at = overlay.place(pointed);
  context.strokeStyle = colour('ink');
  context.lineWidth = 3;
  context.strokeRect(at.x - size / 2 - 2.5, at.y - size / 2 - 2.5, size + 5, size + 5);
  const isSeen = at.x > 0 && at.y > 0 && at.x < width && at.y < height;
  const members = [...ends].map(overlay.place);
  drawNamesOver(context, overlay.names, isSeen && overlay.tag !== '' ? drawTag(context, overlay.tag, at, members, size, width, height) : null);
}

function member(context: CanvasRenderingContext2D, slot: number, size: number, overlay: Overlay): void {
  const at = overlay.place(slot);
  const coordinate = overlay.coordinates[overlay.racks.ranks[slot]] ?? 0;
  const fill = coordinateColour(coordinate, overlay.degree);
  context.fillStyle = fill;
  context.fillRect(at.x - size / 2, at.y - size / 2, size, size);
  context.strokeStyle = colour('ink');
  context.lineWidth = size > 8 ? 1.5 : 1;
  context.strokeRect(at.x - size / 2, at.y - size / 2, size, size);
  // In the corner: hops start and end at the middles of the sides.
  const text = String(coordinate);
  if (size < 12 + 6 * text.length) return;
  context.fillStyle = inkOn(fill);
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(text, at.x - size / 2 + 3, at.y - size / 2 + 2.5);
}

function colourOf(hop: Hop): ColourName {
  return hop.reach === 1 ? 'nvlink' : hop.reach === 2 ? 'pcie' : 'network';
}

// The points of a route on the screen, its ends at the edges of their cells.
function traced(route: Route, size: number, overlay: Overlay): Point[] {
  const points = route.points.map(overlay.screen);
  const last = points.length - 1;
  points[0] = edge(points[0], points[1], size);
  points[last] = edge(points[last], points[last - 1], size);
  return points;
}

// From the middle of a cell to its edge in the direction of another point.
function edge(middle: Point, toward: Point, size: number): Point {
  const dx = toward.x - middle.x;
  const dy = toward.y - middle.y;
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  if (far <= size / 2) return middle;
  const share = size / 2 / far;
  return { x: middle.x + dx * share, y: middle.y + dy * share };
}

// On an edge of the paper's colour, to be told from the cells that it crosses.
function line(context: CanvasRenderingContext2D, route: Route, size: number, isFan: boolean, overlay: Overlay): void {
  const points = traced(route, size, overlay);
  const isNetwork = route.hop.reach >= 3;
  const wide = isFan ? 1 : route.hop.isOwn ? 2.6 : 1.5;
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(points[0].x, points[0].y);
  for (let i = 1; i < points.length; ++i) context.lineTo(points[i].x, points[i].y);
  if (!isFan) {
    context.strokeStyle = colour('surface');
    context.lineWidth = wide + 2;
    context.stroke();
  }
  context.setLineDash(isNetwork ? [6, 3] : []);
  context.strokeStyle = colour(colourOf(route.hop));
  context.lineWidth = wide;
  context.stroke();
  context.setLineDash([]);
}

function head(context: CanvasRenderingContext2D, route: Route, size: number, overlay: Overlay): void {
  const points = traced(route, size, overlay);
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  if (length === 0) return;
  const long = Math.max(5, Math.min(10, size * 0.55)) + (route.hop.isOwn ? 2 : 0);
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  context.fillStyle = colour(colourOf(route.hop));
  context.strokeStyle = colour('surface');
  context.lineWidth = 1;
  context.beginPath();
  // Into the cell a little: cells of a chain stand close.
  const end = { x: tip.x + dx * Math.min(3, size * 0.2), y: tip.y + dy * Math.min(3, size * 0.2) };
  context.moveTo(end.x, end.y);
  context.lineTo(end.x - dx * long - dy * long * 0.45, end.y - dy * long + dx * long * 0.45);
  context.lineTo(end.x - dx * long + dy * long * 0.45, end.y - dy * long - dx * long * 0.45);
  context.closePath();
  context.stroke();
  context.fill();
}

// Names over the racks' picture: those of racks and of the groups that a tier of the network spans, where there is room for
// letters, and a tag beside the GPU that is pointed at.

import { colour } from './colours';
import { above, Box, RackMap } from './racks_map';
import { Point } from './racks_hops';

export const letters = 15;  // CSS pixels that a line of them needs

export interface Name {
  text: string;
  x: number;  // of its left end
  y: number;  // of its middle
  w: number;
}

const font = '11px system-ui, sans-serif';

function write(context: CanvasRenderingContext2D): void {
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
}

// In CSS pixels of a window of that size.
export function namesOf(context: CanvasRenderingContext2D, map: RackMap, rackName: (domain: number) => string, scale: number, shift: Point, width: number, height: number): Name[] {
  write(context);
  const found: Name[] = [];
  const add = (text: string, x: number, y: number, room: number) => {
    if (x >= width || x + room <= 0 || y < -letters || y > height + letters) return;
    const w = context.measureText(text).width;
    if (w <= room) found.push({ text, x, y, w });
  };
  for (const group of map.groups) {
    if (group.head * scale < letters) continue;
    const x = group.x * scale + shift.x + 6;
    const y = (group.y + group.head / 2) * scale + shift.y;
    const room = group.w * scale - 12;
    // The number alone where the word has no room.
    add(context.measureText(group.name).width <= room ? group.name : group.name.replace(/^.* /, ''), x, y, room);
  }
  // Names of racks stand in the gutter above them.
  if (scale * above >= letters) map.racks.forEach((rack, i) => {
    const x = rack.x * scale + shift.x;
    const y = (rack.y - 0.55) * scale + shift.y;
    if (x < width && y < height && x + rack.w * scale > 0 && y > 0) add(rackName(i), x, y, rack.w * scale);
  });
  return found;
}

export function drawNames(context: CanvasRenderingContext2D, names: Name[]): void {
  write(context);
  context.fillStyle = colour('muted');
  for (const { text, x, y } of names) context.fillText(text, x, y);
}

// What a name covers, with the paper around it.
export function plateOf({ x, y, w }: Name): Box {
  return { x: x - 2, y: y - letters / 2, w: w + 4, h: letters };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

// On paper of their own, so that no line runs through the letters; but for those that the tag covers.
export function drawNamesOver(context: CanvasRenderingContext2D, names: Name[], tag: Box | null): void {
  const free = names.filter((name) => !tag || !overlap(plateOf(name), tag));
  context.fillStyle = colour('surface');
  for (const name of free) {
    const { x, y, w, h } = plateOf(name);
    context.fillRect(x, y, w, h);
  }
  drawNames(context, free);
}

// Above the GPU or below it, where it covers fewer of the group; never out of the window.
export function drawTag(context: CanvasRenderingContext2D, text: string, at: Point, members: Point[], size: number, width: number, height: number): Box {
  write(context);
  const w = Math.min(width - 4, context.measureText(text).width + 12);
  const h = 20;
  const x = Math.max(2, Math.min(width - w - 2, at.x - w / 2));
  const places = [at.y - size / 2 - 8 - h, at.y + size / 2 + 8].map((y) => Math.max(2, Math.min(height - h - 2, y)));
  const covered = places.map((y) => members.filter((one) => overlap({ x: one.x - size / 2, y: one.y - size / 2, w: size, h: size }, { x, y, w, h })).length);
  const y = places[covered[1] < covered[0] ? 1 : 0];
  context.fillStyle = colour('surface');
  context.strokeStyle = colour('ink');
  context.lineWidth = 1;
  context.fillRect(x, y, w, h);
  context.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  context.fillStyle = colour('ink');
  context.fillText(text, x + 6, y + h / 2, w - 12);
  return { x, y, w, h };
}

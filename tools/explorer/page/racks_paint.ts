// The racks' cells as pixels: written into an image of the canvas, row by row, as sixteen thousand rectangles of a canvas
// take several times as long. GPUs without a rank differ by pattern: idle ones are hollow, spares striped, missing ones crossed.

import { colour, coordinateColours, pixel } from './colours';
import { idle, Racks, spare, unavailable } from './core';
import { RackBox, RackMap } from './racks_map';

export interface Look {
  racks: Racks;
  map: RackMap;
  coordinates: Int32Array;
  degree: number;
  scale: number;  // CSS pixels of a GPU's cell
  shift: { x: number; y: number };
}

const foldedBelow = 2.6;
export function isFolded(scale: number): boolean {
  return scale < foldedBelow;
}

interface Ink {
  surface: number;
  muted: number;
  missing: number;
  rack: number;
  line: number;
  ranks: Uint32Array;  // by coordinate
}

export class RackPainter {
  private image: ImageData | null = null;
  private pixels = new Uint32Array();
  private wide = 0;
  private high = 0;

  // Onto the whole canvas, in its own pixels; `ratio` of them to a CSS pixel.
  paint(context: CanvasRenderingContext2D, ratio: number, look: Look): void {
    const { width, height } = context.canvas;
    if (!this.image || this.wide !== width || this.high !== height) {
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.wide = width;
      this.high = height;
    } else this.pixels.fill(0);
    const ink: Ink = {
      surface: pixel(colour('surface')), muted: pixel(colour('muted')), missing: pixel(colour('missing')), rack: pixel(colour('rack')),
      line: pixel(colour('line')), ranks: coordinateColours(look.degree),
    };
    const scale = look.scale * ratio;
    const x = look.shift.x * ratio;
    const y = look.shift.y * ratio;
    for (const group of look.map.groups) this.outline(Math.round(group.x * scale + x), Math.round(group.y * scale + y), Math.round((group.x + group.w) * scale + x), Math.round((group.y + group.h) * scale + y), 1, ink.line);
    for (const rack of look.map.racks) {
      const left = Math.round(rack.x * scale + x);
      const top = Math.round(rack.y * scale + y);
      const right = Math.round((rack.x + rack.w) * scale + x);
      const bottom = Math.round((rack.y + rack.h) * scale + y);
      if (right < 0 || bottom < 0 || left > width || top > height) continue;
      if (isFolded(look.scale)) this.tile(look, rack, ink, left, top, right, bottom);
      else {
        this.fill(left, top, right, bottom, ink.rack);
        this.cells(look, rack, ink, scale, x, y);
      }
    }
    context.putImageData(this.image, 0, 0);
  }

  private cells(look: Look, rack: RackBox, ink: Ink, scale: number, x: number, y: number): void {
    const gap = scale >= 5 ? Math.max(1, Math.round(scale * 0.12)) : 0;
    const { racks: { ranks }, coordinates } = look;
    const inset = 0.5 * scale;  // racks_map's padding
    for (let gpu = 0; gpu < rack.gpus; ++gpu) {
      const server = Math.floor(gpu / rack.perServer);
      const at = gpu - server * rack.perServer;
      const line = Math.floor(at / rack.columns);
      const column = at - line * rack.columns;
      const left = Math.round((rack.x + column) * scale + inset + x);
      const top = Math.round((rack.y + server * rack.serverRows + line) * scale + inset + y);
      const right = Math.round((rack.x + column + 1) * scale + inset + x) - gap;
      const bottom = Math.round((rack.y + server * rack.serverRows + line + 1) * scale + inset + y) - gap;
      const rank = ranks[rack.firstSlot + gpu];
      if (rank >= 0) this.fill(left, top, right, bottom, ink.ranks[coordinates[rank]]);
      else this.vacant(rank, left, top, right, bottom, ink);
    }
  }

  // A folded rack: its colours as bands, as high as they are many.
  private tile(look: Look, rack: RackBox, ink: Ink, left: number, top: number, right: number, bottom: number): void {
    const { racks: { ranks }, coordinates } = look;
    const counts = new Map<number, number>();
    for (let gpu = 0; gpu < rack.gpus; ++gpu) {
      const rank = ranks[rack.firstSlot + gpu];
      const key = rank >= 0 ? coordinates[rank] : rank;
      counts.set(key, (counts.get(key) || 0) + 1);
    }
    let above = 0;
    for (const [key, count] of counts) {
      const from = Math.round(top + ((bottom - top) * above) / rack.gpus);
      above += count;
      const to = Math.round(top + ((bottom - top) * above) / rack.gpus);
      if (key >= 0) this.fill(left, from, right, to, ink.ranks[key]);
      else this.vacant(key, left, from, right, to, ink);
    }
  }

  private vacant(seat: number, left: number, top: number, right: number, bottom: number, ink: Ink): void {
    this.fill(left, top, right, bottom, seat === unavailable ? ink.missing : ink.surface);
    const thick = Math.max(1, Math.round((right - left) / 14));
    const wide = right - left;
    const high = bottom - top;
    if (seat === idle) this.outline(left, top, right, bottom, thick, ink.muted);
    else if (seat === spare) {
      this.outline(left, top, right, bottom, thick, ink.muted);
      const every = Math.max(3, Math.round(wide / 3));
      this.each(left, top, right, bottom, (x, y) => (x + y) % every < thick, ink.muted);
    } else if (wide >= 4) {
      this.each(left, top, right, bottom, (x, y) => Math.abs(x - (y * wide) / high) < thick || Math.abs(wide - 1 - x - (y * wide) / high) < thick, ink.surface);
    }
  }

  private fill(left: number, top: number, right: number, bottom: number, value: number): void {
    const from = Math.max(0, left);
    const to = Math.min(this.wide, right);
    if (from >= to) return;
    const last = Math.min(this.high, bottom);
    // Short runs are written faster by hand than by fill().
    if (to - from > 24) {
      for (let y = Math.max(0, top); y < last; ++y) this.pixels.fill(value, y * this.wide + from, y * this.wide + to);
      return;
    }
    for (let y = Math.max(0, top); y < last; ++y) {
      const end = y * this.wide + to;
      for (let at = y * this.wide + from; at < end; ++at) this.pixels[at] = value;
    }
  }

  private outline(left: number, top: number, right: number, bottom: number, thick: number, value: number): void {
    this.fill(left, top, right, Math.min(bottom, top + thick), value);
    this.fill(left, Math.max(top, bottom - thick), right, bottom, value);
    this.fill(left, top, left + thick, bottom, value);
    this.fill(right - thick, top, right, bottom, value);
  }

  private each(left: number, top: number, right: number, bottom: number, holds: (x: number, y: number) => boolean, value: number): void {
    for (let y = Math.max(0, top); y < Math.min(this.high, bottom); ++y) {
      for (let x = Math.max(0, left); x < Math.min(this.wide, right); ++x) {
        if (holds(x - left, y - top)) this.pixels[y * this.wide + x] = value;
      }
    }
  }
}

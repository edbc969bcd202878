// The racks on a canvas: every GPU a cell in the colour of its coordinate, racks folded to one tile where cells would be
// too small to see, and on top the hops of the group that is pointed at.

import { colour, ColourName, coordinateColour } from './colours';
import { Hop, idle, Racks, unavailable } from './core';
import { fit, oncePerFrame } from './dom';
import { cellOf, gpuAt, mapRacks, RackBox, RackMap } from './racks_map';

const foldedBelow = 2.6;  // CSS pixels of a cell
const margin = 10;

export interface Pointed {
  slot: number;  // of the picture
  domain: number;
}

export class RacksCanvas {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private readonly overlay = document.createElement('canvas');
  private racks: Racks = { domains: [], ranks: new Int32Array(), tier: '' };
  private map: RackMap = { x: 0, y: 0, w: 1, h: 1, racks: [], groups: [] };
  private coordinates = new Int32Array();
  private degree = 1;
  private names: (domain: number) => string = () => '';
  private scale = 1;
  private fitScale = 1;
  private shift = { x: 0, y: 0 };
  private pointed: Pointed | null = null;
  private hops: Hop[] = [];
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private dragged = false;
  private readonly redraw = oncePerFrame(() => this.draw());
  private readonly retrace = oncePerFrame(() => this.trace());

  constructor(private readonly point: (pointed: Pointed | null) => void) {
    this.element.className = 'racks-canvas';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'application');
    this.element.setAttribute('aria-label', 'Racks. Arrow keys move from GPU to GPU, plus and minus zoom, Home shows everything.');
    this.overlay.className = 'overlay';
    this.element.append(this.canvas, this.overlay);
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) this.element.addEventListener(name, (event) => this.up(event));
    this.element.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse' && !event.buttons) this.setPointed(null); });
    this.element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('dblclick', (event) => {
      const at = this.inside(event);
      this.zoom(3, at.x, at.y);
    });
  }

  show(racks: Racks, names: (domain: number) => string): void {
    this.racks = racks;
    this.names = names;
    this.pointed = null;
    this.hops = [];
    this.arrange();
  }

  paint(coordinates: Int32Array, degree: number): void {
    this.coordinates = coordinates;
    this.degree = degree;
    this.redraw();
  }

  light(hops: Hop[]): void {
    this.hops = hops;
    this.retrace();
  }

  // Anew for another size of the window.
  arrange(): void {
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    if (width === 0 || this.racks.domains.length === 0) return;
    this.map = mapRacks(this.racks, (width - 2 * margin) / (height - 2 * margin));
    this.all();
  }

  all(): void {
    const width = this.element.clientWidth - 2 * margin;
    const height = this.element.clientHeight - 2 * margin;
    this.fitScale = Math.min(40, width / this.map.w, height / this.map.h);
    this.scale = this.fitScale;
    this.shift = { x: margin + (width - this.map.w * this.scale) / 2, y: margin + Math.max(0, (height - this.map.h * this.scale) / 2) };
    this.redraw();
  }

  zoom(times: number, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2): void {
    const next = Math.min(60, Math.max(this.fitScale * 0.8, this.scale * times));
    const real = next / this.scale;
    this.shift = { x: x - (x - this.shift.x) * real, y: y - (y - this.shift.y) * real };
    this.scale = next;
    this.redraw();
  }

  isFolded(): boolean {
    return this.scale < foldedBelow;
  }

  // In one go, for tests that time it.
  drawNow(): void {
    this.draw();
  }

  private draw(): void {
    const { context, width, height } = fit(this.canvas);
    if (width === 0) return;
    context.clearRect(0, 0, width, height);
    this.frames(context);
    const seen = this.map.racks.filter((rack) => this.isSeen(rack, width, height));
    this.backs(context, seen);
    if (this.isFolded()) this.tiles(context, seen);
    else this.cells(context, seen);
    this.labels(context, seen, width);
    this.trace();
  }

  private isSeen(rack: RackBox, width: number, height: number): boolean {
    const x = rack.x * this.scale + this.shift.x;
    const y = rack.y * this.scale + this.shift.y;
    return x < width && y < height && x + rack.w * this.scale > 0 && y + rack.h * this.scale > 0;
  }

  private frames(context: CanvasRenderingContext2D): void {
    context.strokeStyle = colour('line');
    context.lineWidth = 1;
    for (const group of this.map.groups) {
      context.strokeRect(group.x * this.scale + this.shift.x, group.y * this.scale + this.shift.y, group.w * this.scale, group.h * this.scale);
    }
  }

  private backs(context: CanvasRenderingContext2D, racks: RackBox[]): void {
    context.fillStyle = colour('empty');
    for (const rack of racks) context.fillRect(rack.x * this.scale + this.shift.x, rack.y * this.scale + this.shift.y, rack.w * this.scale, rack.h * this.scale);
  }

  private fillOf(slot: number): string {
    const rank = this.racks.ranks[slot];
    if (rank === idle) return colour('surface');
    if (rank === unavailable) return colour('missing');
    return coordinateColour(this.coordinates[rank] ?? 0, this.degree);
  }

  // By colour, as changing it costs more than a rectangle.
  private cells(context: CanvasRenderingContext2D, racks: RackBox[]): void {
    const byColour = new Map<string, number[]>();
    for (const rack of racks) {
      for (let gpu = 0; gpu < rack.gpus; ++gpu) {
        const fill = this.fillOf(rack.firstSlot + gpu);
        const cell = cellOf(rack, gpu);
        let list = byColour.get(fill);
        if (!list) byColour.set(fill, list = []);
        list.push(cell.x * this.scale + this.shift.x, cell.y * this.scale + this.shift.y);
      }
    }
    const size = 0.88 * this.scale;
    for (const [fill, list] of byColour) {
      context.fillStyle = fill;
      for (let i = 0; i < list.length; i += 2) context.fillRect(list[i], list[i + 1], size, size);
    }
  }

  // A folded rack: its colours as stripes, as wide as they are many.
  private tiles(context: CanvasRenderingContext2D, racks: RackBox[]): void {
    for (const rack of racks) {
      const counts = new Map<string, number>();
      for (let gpu = 0; gpu < rack.gpus; ++gpu) {
        const fill = this.fillOf(rack.firstSlot + gpu);
        counts.set(fill, (counts.get(fill) || 0) + 1);
      }
      const w = rack.w * this.scale;
      const h = rack.h * this.scale;
      let y = rack.y * this.scale + this.shift.y;
      for (const [fill, count] of counts) {
        context.fillStyle = fill;
        const high = (count / rack.gpus) * h;
        context.fillRect(rack.x * this.scale + this.shift.x, y, w, high);
        y += high;
      }
    }
  }

  private labels(context: CanvasRenderingContext2D, racks: RackBox[], width: number): void {
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'bottom';
    context.fillStyle = colour('muted');
    if (this.scale >= 12) {
      for (const group of this.map.groups) {
        const x = group.x * this.scale + this.shift.x;
        if (x < width && group.w * this.scale > context.measureText(group.name).width + 12) {
          context.textBaseline = 'top';
          context.fillText(group.name, x + 6, group.y * this.scale + this.shift.y + 4);
        }
      }
      return this.rackNames(context, racks);
    }
    context.textBaseline = 'top';
    for (const group of this.map.groups) {
      if (group.w * this.scale < context.measureText(group.name).width + 8 || this.scale * 1.5 < 11) continue;
      context.fillText(group.name, group.x * this.scale + this.shift.x + 4, group.y * this.scale + this.shift.y + 3);
    }
  }

  // Names stand in the gap above a rack, where it is high enough for letters.
  private rackNames(context: CanvasRenderingContext2D, racks: RackBox[]): void {
    context.textBaseline = 'bottom';
    for (const rack of racks) {
      const name = this.names(this.map.racks.indexOf(rack));
      if (context.measureText(name).width > rack.w * this.scale) continue;
      context.fillText(name, rack.x * this.scale + this.shift.x, rack.y * this.scale + this.shift.y - 1);
    }
  }

  private rackOf(slot: number): RackBox | undefined {
    let low = 0;
    let high = this.map.racks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.map.racks[middle].firstSlot <= slot) low = middle;
      else high = middle - 1;
    }
    return this.map.racks[low];
  }

  private middle(slot: number): { x: number; y: number } {
    const rack = this.rackOf(slot);
    if (!rack) return { x: 0, y: 0 };
    const cell = cellOf(rack, slot - rack.firstSlot);
    return { x: (cell.x + cell.w / 2) * this.scale + this.shift.x, y: (cell.y + cell.h / 2) * this.scale + this.shift.y };
  }

  // The group that is pointed at: its GPUs ringed, its hops as curves, those of the pointed GPU strong.
  private trace(): void {
    const { context, width, height } = fit(this.overlay);
    context.clearRect(0, 0, width, height);
    const start = this.racks.domains.length > 0 ? this.racks.domains[0].firstGpu : 0;
    if (this.hops.length > 0) {
      context.fillStyle = colour('surface');
      context.globalAlpha = 0.55;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = 1;
    }
    const ends = new Set<number>();
    for (const hop of this.hops) {
      ends.add(hop.from - start);
      ends.add(hop.to - start);
    }
    const size = Math.max(4, 0.88 * this.scale);
    for (const slot of ends) {
      const at = this.middle(slot);
      context.fillStyle = this.fillOf(slot);
      context.fillRect(at.x - size / 2, at.y - size / 2, size, size);
    }
    for (const isOwn of [false, true]) {
      for (const hop of this.hops) {
        if (hop.isOwn === isOwn) this.curve(context, hop, start);
      }
    }
    if (this.pointed) {
      const at = this.middle(this.pointed.slot);
      context.strokeStyle = colour('ink');
      context.lineWidth = 2;
      context.strokeRect(at.x - size / 2 - 1.5, at.y - size / 2 - 1.5, size + 3, size + 3);
    }
  }

  private curve(context: CanvasRenderingContext2D, hop: Hop, start: number): void {
    const from = this.middle(hop.from - start);
    const to = this.middle(hop.to - start);
    const name: ColourName = hop.reach === 1 ? 'nvlink' : hop.reach === 2 ? 'pcie' : 'network';
    context.strokeStyle = colour(name);
    context.lineWidth = hop.isOwn ? 2.5 : 1.3;
    context.setLineDash(hop.reach >= 3 ? [6, 4] : []);
    const bend = 0.16;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.quadraticCurveTo((from.x + to.x) / 2 - (to.y - from.y) * bend, (from.y + to.y) / 2 + (to.x - from.x) * bend, to.x, to.y);
    context.stroke();
    context.setLineDash([]);
  }

  private setPointed(pointed: Pointed | null): void {
    if (pointed?.slot === this.pointed?.slot) return;
    this.pointed = pointed;
    this.point(pointed);
    this.retrace();
  }

  private inside(event: MouseEvent): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private at(x: number, y: number): Pointed | null {
    const wx = (x - this.shift.x) / this.scale;
    const wy = (y - this.shift.y) / this.scale;
    const domain = this.map.racks.findIndex((rack) => wx >= rack.x && wx < rack.x + rack.w && wy >= rack.y && wy < rack.y + rack.h);
    if (domain < 0) return null;
    const rack = this.map.racks[domain];
    const gpu = gpuAt(rack, wx, wy);
    return gpu < 0 ? null : { slot: rack.firstSlot + gpu, domain };
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, this.inside(event));
    this.dragged = false;
    if (event.pointerType !== 'mouse') {
      const at = this.inside(event);
      this.setPointed(this.at(at.x, at.y));
    }
  }

  private move(event: PointerEvent): void {
    const at = this.inside(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.setPointed(this.at(at.x, at.y));
      return;
    }
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      if (was > 0) this.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
    } else if (event.pointerType === 'mouse' || this.scale > this.fitScale * 1.01) {
      if (!this.dragged && Math.hypot(at.x - before.x, at.y - before.y) < 4) return;
      this.dragged = true;
      this.element.setPointerCapture(event.pointerId);
      this.shift = { x: this.shift.x + at.x - before.x, y: this.shift.y + at.y - before.y };
      this.redraw();
    }
    this.pointers.set(event.pointerId, at);
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  // The wheel scrolls the page; with Ctrl, or a pinch on a touchpad, it zooms.
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = this.inside(event);
    this.zoom(Math.exp(-event.deltaY * 0.01), at.x, at.y);
  }

  private key(event: KeyboardEvent): void {
    const slots = this.racks.ranks.length;
    if (slots === 0) return;
    const here = this.pointed?.slot ?? -1;
    const rack = here >= 0 ? this.rackOf(here) : undefined;
    const line = rack ? Math.min(rack.columns, rack.perServer) : 1;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: line, ArrowUp: -line, PageDown: rack?.gpus ?? 1, PageUp: -(rack?.gpus ?? 1) };
    if (event.key in steps) {
      const slot = here < 0 ? 0 : Math.min(slots - 1, Math.max(0, here + steps[event.key]));
      const next = this.rackOf(slot);
      this.setPointed(next ? { slot, domain: this.map.racks.indexOf(next) } : null);
      this.keepInSight(slot);
    } else if (event.key === '+' || event.key === '=') this.zoomTo(1.5);
    else if (event.key === '-') this.zoomTo(1 / 1.5);
    else if (event.key === 'Home' || event.key === '0') this.all();
    else if (event.key === 'Escape') this.setPointed(null);
    else return;
    event.preventDefault();
  }

  private zoomTo(times: number): void {
    const at = this.pointed ? this.middle(this.pointed.slot) : undefined;
    this.zoom(times, at?.x, at?.y);
  }

  private keepInSight(slot: number): void {
    const at = this.middle(slot);
    const { clientWidth: width, clientHeight: height } = this.element;
    if (at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height) return;
    this.shift = { x: this.shift.x + width / 2 - at.x, y: this.shift.y + height / 2 - at.y };
    this.redraw();
  }
}

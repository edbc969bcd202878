// The racks on a canvas: every GPU a cell in the colour of its coordinate, racks folded to one tile where cells would be
// too small to see, and on top the hops of the group that is pointed at. Pointing draws only what lies on top.

import { Hop, Racks } from './core';
import { fit, oncePerFrame } from './dom';
import { middleOf, Point, Route, routesOf } from './racks_hops';
import { gpuNear, mapRacks, RackMap, rackNear, rackOf } from './racks_map';
import { drawNames, letters, Name, namesOf } from './racks_names';
import { drawOverlay } from './racks_overlay';
import { RackPainter } from './racks_paint';

const margin = 12;
// How far from a rack a pointer or a finger may be to mean it, in CSS pixels.
const nearby = { mouse: 8, finger: 20 };

export interface Pointed {
  slot: number;  // of the picture
  domain: number;
}

export class RacksCanvas {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private readonly overlay = document.createElement('canvas');
  private readonly painter = new RackPainter();
  private racks: Racks = { domains: [], ranks: new Int32Array(), tier: '' };
  private map: RackMap = { x: 0, y: 0, w: 1, h: 1, racks: [], groups: [] };
  private mapped: { racks: Racks; width: number; height: number } | null = null;  // what the map is of
  private coordinates = new Int32Array();
  private degree = 1;
  private names: (domain: number) => string = () => '';
  private scale = 1;
  private fitScale = 1;
  private shift = { x: 0, y: 0 };
  private wanted = '';  // to be in sight, before there is a picture
  private pointed: Pointed | null = null;
  private hops: Hop[] = [];
  private lit = -1;
  private tag = '';
  private shownNames: Name[] = [];
  private routes: Route[] = [];
  private readonly pointers = new Map<number, Point>();
  private dragged = false;
  private readonly redraw = oncePerFrame(() => this.draw());
  private readonly retrace = oncePerFrame(() => this.trace());

  private timer = 0;

  // `point` is told what the pointer or the keys are at, `pick` what was clicked or chosen with Enter, `moved` that another
  // part of the racks is in sight, once the hand rests.
  constructor(private readonly point: (pointed: Pointed | null) => void, private readonly pick: (pointed: Pointed | null) => void, private readonly moved: () => void) {
    this.element.className = 'racks-canvas';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'application');
    this.element.setAttribute('aria-label', 'Racks. Arrow keys move from GPU to GPU, Enter keeps its group lit, plus and minus zoom, Home shows everything.');
    this.overlay.className = 'overlay';
    for (const canvas of [this.canvas, this.overlay]) canvas.setAttribute('aria-hidden', 'true');
    this.element.append(this.canvas, this.overlay);
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) this.element.addEventListener(name, (event) => this.up(event));
    this.element.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse' && !event.buttons) this.setPointed(null); });
    this.element.addEventListener('blur', () => this.setPointed(null));
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
    this.lit = -1;
    this.arrange();
  }

  paint(coordinates: Int32Array, degree: number): void {
    this.coordinates = coordinates;
    this.degree = degree;
    this.redraw();
  }

  // `slot`: the GPU whose hops they are; -1: none. `tag`: its name.
  light(hops: Hop[], slot: number, tag: string): void {
    this.hops = hops;
    this.lit = slot;
    this.tag = tag;
    this.routes = routesOf(hops, this.start(), this.map);
    this.retrace();
  }

  // The slot of a rank; -1 where there is none.
  slotOf(rank: number): number {
    return this.racks.ranks.indexOf(rank);
  }

  // Anew for another size of the window or other racks; the same racks stay where they are.
  arrange(): void {
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    if (width === 0 || this.racks.domains.length === 0) return;
    if (this.isMapped(width, height)) {
      this.routes = routesOf(this.hops, this.start(), this.map);
      this.redraw();
      return;
    }
    const before = this.mapped ? this.sight() : this.wanted;
    const isSame = !this.mapped || this.isShaped(this.mapped.racks);
    this.mapped = { racks: this.racks, width, height };
    this.map = mapRacks(this.racks, width - 2 * margin, height - 2 * margin, letters);
    this.routes = routesOf(this.hops, this.start(), this.map);
    this.look(isSame ? before : '');
    if (!isSame && before !== '') this.note();
  }

  // What is in sight, as the address has it: TIMES,X,Y; empty: everything.
  sight(): string {
    if (!this.mapped) return this.wanted;
    const { map, scale, shift, element } = this;
    const [x, y] = [(element.clientWidth / 2 - shift.x) / scale / map.w, (element.clientHeight / 2 - shift.y) / scale / map.h];
    const fitted = this.fitted();
    if (Math.abs(scale / this.fitScale - 1) < 0.005 && Math.hypot(shift.x - fitted.x, shift.y - fitted.y) < 2) return '';
    return [scale / this.fitScale, x, y].map((value) => Number(value.toFixed(4))).join();
  }

  look(sight: string): void {
    this.wanted = sight;
    if (!this.mapped) return;
    this.whole();
    if (sight === '') return;
    const [times, x, y] = sight.split(',').map(Number);
    this.scale = Math.min(60, Math.max(this.fitScale * 0.8, this.fitScale * times));
    this.shift = { x: this.element.clientWidth / 2 - x * this.map.w * this.scale, y: this.element.clientHeight / 2 - y * this.map.h * this.scale };
  }

  private note(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.moved, 250);
  }

  // Whether the map is that of these racks in this size: then they stay where they are.
  private isMapped(width: number, height: number): boolean {
    const { mapped } = this;
    return mapped !== null && mapped.width === width && mapped.height === height && this.isShaped(mapped.racks);
  }

  private isShaped(before: Racks): boolean {
    const { racks } = this;
    if (before.tier !== racks.tier || before.domains.length !== racks.domains.length) return false;
    return before.domains.every((one, i) => {
      const other = racks.domains[i];
      return one.gpus === other.gpus && one.perServer === other.perServer && one.span === other.span && one.firstGpu - before.domains[0].firstGpu === other.firstGpu - racks.domains[0].firstGpu;
    });
  }

  // The shift with which everything is in the middle.
  private fitted(): Point {
    const width = this.element.clientWidth - 2 * margin;
    const height = this.element.clientHeight - 2 * margin;
    return { x: margin + (width - this.map.w * this.fitScale) / 2, y: margin + Math.max(0, (height - this.map.h * this.fitScale) / 2) };
  }

  all(): void {
    this.whole();
    this.note();
  }

  private whole(): void {
    const width = this.element.clientWidth - 2 * margin;
    const height = this.element.clientHeight - 2 * margin;
    this.fitScale = Math.min(40, width / this.map.w, height / this.map.h);
    this.scale = this.fitScale;
    this.shift = this.fitted();
    this.redraw();
  }

  // As near as shows all of the group that is lit; everything where none is.
  group(): void {
    const points = this.routes.flatMap((route) => route.points);
    if (points.length === 0) {
      this.all();
      return;
    }
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [left, right, top, bottom] = [Math.min(...xs) - 2, Math.max(...xs) + 2, Math.min(...ys) - 2, Math.max(...ys) + 2];
    const { clientWidth: width, clientHeight: height } = this.element;
    this.scale = Math.min(40, Math.max(this.fitScale, Math.min(width / (right - left), height / (bottom - top))));
    this.shift = { x: width / 2 - ((left + right) / 2) * this.scale, y: height / 2 - ((top + bottom) / 2) * this.scale };
    this.redraw();
    this.note();
  }

  zoom(times: number, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2): void {
    const next = Math.min(60, Math.max(this.fitScale * 0.8, this.scale * times));
    const real = next / this.scale;
    this.shift = { x: x - (x - this.shift.x) * real, y: y - (y - this.shift.y) * real };
    this.scale = next;
    this.redraw();
    this.note();
  }

  // In one go, for tests that time it.
  drawNow(): void {
    this.draw();
  }

  private start(): number {
    return this.racks.domains.length > 0 ? this.racks.domains[0].firstGpu : 0;
  }

  private draw(): void {
    // A finger scrolls the page over racks that are seen whole, and moves those that are not.
    const touch = this.scale > this.fitScale * 1.01 ? 'none' : 'pan-y';
    if (this.element.style.touchAction !== touch) this.element.style.touchAction = touch;
    const { context, width, height, ratio } = fit(this.canvas);
    if (width === 0) return;
    const { racks, map, coordinates, degree, scale, shift } = this;
    this.painter.paint(context, ratio, { racks, map, coordinates, degree, scale, shift });
    this.shownNames = namesOf(context, map, this.names, scale, shift, width, height);
    drawNames(context, this.shownNames);
    this.trace();
  }

  private middle(slot: number): Point {
    return this.screen(middleOf(this.map, slot));
  }

  private screen(point: Point): Point {
    return { x: point.x * this.scale + this.shift.x, y: point.y * this.scale + this.shift.y };
  }

  // Nothing lies on top where nothing is pointed at: then there is no second canvas to lay over the first.
  private trace(): void {
    const { racks, coordinates, degree, scale, routes, pointed } = this;
    const isEmpty = routes.length === 0 && !pointed && this.lit < 0;
    this.overlay.hidden = isEmpty;
    if (isEmpty) return;
    const { context, width, height } = fit(this.overlay);
    drawOverlay(context, width, height, {
      racks, coordinates, degree, scale, routes, start: this.start(), pointed: pointed?.slot ?? this.lit, isLit: routes.length > 0, names: this.shownNames, tag: pointed ? this.tag : '',
      place: (slot) => this.middle(slot), screen: (point) => this.screen(point),
    });
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

  // The nearest GPU: gutters between small racks are no holes to fall into.
  private at({ x, y }: Point, pointer: string): Pointed | null {
    const wx = (x - this.shift.x) / this.scale;
    const wy = (y - this.shift.y) / this.scale;
    const domain = rackNear(this.map, wx, wy, (pointer === 'mouse' ? nearby.mouse : nearby.finger) / this.scale);
    if (domain < 0) return null;
    const rack = this.map.racks[domain];
    return { slot: rack.firstSlot + gpuNear(rack, wx, wy), domain };
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, this.inside(event));
    this.dragged = false;
    if (event.pointerType !== 'mouse') {
      this.setPointed(this.at(this.inside(event), event.pointerType));
    }
  }

  private move(event: PointerEvent): void {
    const at = this.inside(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.setPointed(this.at(at, event.pointerType));
      return;
    }
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      this.dragged = true;
      if (was > 0) this.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
    } else if (event.pointerType === 'mouse' || this.scale > this.fitScale * 1.01) {
      if (!this.dragged && Math.hypot(at.x - before.x, at.y - before.y) < 4) return;
      this.dragged = true;
      this.element.setPointerCapture(event.pointerId);
      this.shift = { x: this.shift.x + at.x - before.x, y: this.shift.y + at.y - before.y };
      this.redraw();
      this.note();
    }
    this.pointers.set(event.pointerId, at);
  }

  private up(event: PointerEvent): void {
    const wasDown = this.pointers.delete(event.pointerId);
    if (!wasDown || event.type !== 'pointerup' || this.pointers.size > 0 || this.dragged) return;
    // A finger that is lifted points at nothing any more.
    if (event.pointerType !== 'mouse') this.setPointed(null);
    this.pick(this.at(this.inside(event), event.pointerType));
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
    const rack = here >= 0 ? this.map.racks[rackOf(this.map, here)] : undefined;
    const line = rack ? Math.min(rack.columns, rack.perServer) : 1;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: line, ArrowUp: -line, PageDown: rack?.gpus ?? 1, PageUp: -(rack?.gpus ?? 1) };
    if (event.key in steps) {
      const slot = here < 0 ? 0 : Math.min(slots - 1, Math.max(0, here + steps[event.key]));
      this.setPointed({ slot, domain: rackOf(this.map, slot) });
      this.keepInSight(slot);
    } else if (event.key === '+' || event.key === '=') this.zoomTo(1.5);
    else if (event.key === '-') this.zoomTo(1 / 1.5);
    else if (event.key === 'Home' || event.key === '0') this.all();
    else if (event.key === 'Enter' && this.pointed) this.pick(this.pointed);
    else if (event.key === 'Escape') {
      this.setPointed(null);
      this.pick(null);
    }
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
    this.note();
  }
}

// One schedule on a canvas: a row a device, what it computes as blocks, what it idles as stripes, and on the right how
// many micro-batches it holds. The picture is drawn once; playing only uncovers it.

import { colour, ColourName, inkOn, mixed, stripes } from './colours';
import { Operations, ScheduleAnswer } from './core';
import { fit } from './dom';
import { simple, time } from './format';

const left = 34;
const right = 62;
const axis = 22;
const kinds: { name: string; fill: ColourName }[] = [
  { name: 'forward', fill: 'forward' },
  { name: 'backward', fill: 'backward' },
  { name: 'backward for inputs', fill: 'backward' },
  { name: 'backward for weights', fill: 'weight' },
];

// How much of its colour a chunk's block keeps: the first all of it.
function paleness(chunk: number, chunks: number): number {
  return 1 - 0.4 * (chunk / (chunks - 1));
}

export class TimelineCanvas {
  readonly canvas: HTMLCanvasElement;
  private readonly picture = document.createElement('canvas');
  private answer: ScheduleAnswer | null = null;
  private operations: Operations | null = null;
  private first: number[] = [];  // of every device's operations
  private span = 1;  // time that the width stands for
  private most = 1;  // whole micro-batches that the widest bar of what is held stands for
  private now = Infinity;
  private selected = -1;
  private stale = true;

  constructor(private readonly tell: (text: string) => void) {
    const canvas = document.createElement('canvas');
    canvas.className = 'timeline';
    canvas.tabIndex = 0;
    // Not an image: screen readers pass arrow keys on to an application alone.
    canvas.setAttribute('role', 'application');
    canvas.addEventListener('pointermove', (event) => this.point(event));
    canvas.addEventListener('pointerdown', (event) => this.point(event));
    canvas.addEventListener('pointerleave', () => this.select(-1));
    canvas.addEventListener('keydown', (event) => this.walk(event));
    canvas.addEventListener('blur', () => this.select(-1));
    this.canvas = canvas;
  }

  // `span` and `most`: the same for both of two that are compared.
  show(answer: ScheduleAnswer, operations: Operations, span: number, most: number): void {
    this.answer = answer;
    this.operations = operations;
    this.span = span;
    this.most = most;
    this.selected = -1;
    this.stale = true;
    this.first = new Array<number>(answer.stages + 1).fill(operations.count);
    for (let i = operations.count - 1; i >= 0; --i) this.first[operations.device[i]] = i;
    for (let d = answer.stages - 1; d >= 0; --d) this.first[d] = Math.min(this.first[d], this.first[d + 1]);
    this.canvas.style.height = `${answer.stages * this.row() + axis}px`;
    this.canvas.setAttribute('aria-label', `Timeline of ${answer.schedule}: ${answer.stages} devices, step ${this.told(answer.makespan)}. Arrow keys walk through the operations, Home and End go to the first and the last of a device.`);
    this.draw();
  }

  // Everything is redrawn, in new colours or another size.
  refresh(): void {
    this.stale = true;
    this.draw();
  }

  play(now: number): void {
    this.now = now;
    this.draw();
  }

  // Micro-batches (of a chunk) that every device holds at a time.
  alive(now: number): number[] {
    const { operations, answer } = this;
    if (!operations || !answer) return [];
    const held = new Array<number>(answer.stages).fill(0);
    for (let i = 0; i < operations.count; ++i) {
      const kind = operations.kind[i];
      if (kind === 0 && operations.start[i] <= now) ++held[operations.device[i]];
      if ((kind === 1 || kind === 3) && operations.end[i] <= now) --held[operations.device[i]];
    }
    return held;
  }

  // A time as people read it: in seconds, or in whatever unit the times were given.
  private told(value: number): string {
    return timeText(this.answer, value);
  }

  private row(): number {
    const devices = this.answer?.stages ?? 1;
    return devices <= 12 ? 26 : devices <= 24 ? 18 : Math.max(2, Math.floor(440 / devices));
  }

  private x(time: number, width: number): number {
    return left + (time / this.span) * (width - left - right);
  }

  private draw(): void {
    const { answer, operations } = this;
    if (!answer || !operations || this.canvas.clientWidth === 0) return;
    const { context, width, height } = fit(this.canvas);
    if (this.stale || this.picture.width !== this.canvas.width || this.picture.height !== this.canvas.height) {
      this.picture.width = this.canvas.width;
      this.picture.height = this.canvas.height;
      this.paint(answer, operations, width);
      this.stale = false;
    }
    context.clearRect(0, 0, width, height);
    const playing = this.now < answer.makespan;
    const at = playing ? this.x(this.now, width) : width;
    if (playing) {
      context.globalAlpha = 0.22;
      context.drawImage(this.picture, 0, 0, width, height);
      context.globalAlpha = 1;
    }
    context.save();
    context.beginPath();
    context.rect(0, 0, at, height);
    context.clip();
    context.drawImage(this.picture, 0, 0, width, height);
    context.restore();
    this.scale(context, answer, width, this.row());
    if (playing) {
      context.fillStyle = colour('ink');
      context.fillRect(at - 1, 0, 2, height - axis);
    }
    this.held(context, answer, width, playing);
    this.outline(context, operations, width);
  }

  // The blocks, the idle stripes and the axis, on a picture of their own.
  private paint(answer: ScheduleAnswer, operations: Operations, width: number): void {
    const context = this.picture.getContext('2d');
    if (!context) return;
    const ratio = this.picture.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const row = this.row();
    const gap = row >= 12 ? 3 : row >= 5 ? 1 : 0;
    const end = this.x(answer.makespan, width);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.fillStyle = stripes(context, colour('surface'), colour('idle'));
    for (let d = 0; d < answer.stages; ++d) context.fillRect(left, d * row + gap / 2, end - left, row - gap);
    for (const [kind, { fill }] of kinds.entries()) {
      context.fillStyle = colour(fill);
      for (let i = 0; i < operations.count; ++i) {
        if (operations.kind[i] !== kind) continue;
        const from = this.x(operations.start[i], width);
        const wide = this.x(operations.end[i], width) - from;
        const top = operations.device[i] * row + gap / 2;
        const high = row - gap;
        const isPale = answer.chunks > 1 && row >= 5 && operations.chunk[i] > 0;
        if (isPale || wide > 3) {
          context.globalAlpha = 1;
          context.fillStyle = colour('surface');
          context.fillRect(from, top, wide, high);
          context.fillStyle = colour(fill);
          if (isPale) context.globalAlpha = paleness(operations.chunk[i], answer.chunks);
        }
        context.fillRect(from, top, wide > 3 ? wide - 1 : wide, high);
        context.globalAlpha = 1;
      }
    }
    context.globalAlpha = 1;
    this.letter(context, operations, width, row, answer.chunks);
  }

  private letter(context: CanvasRenderingContext2D, operations: Operations, width: number, row: number, chunks: number): void {
    if (row < 14) return;
    const inks = new Map<number, string>();
    context.textAlign = 'center';
    for (let i = 0; i < operations.count; ++i) {
      const from = this.x(operations.start[i], width);
      const wide = this.x(operations.end[i], width) - from;
      const text = String(operations.microBatch[i]);
      if (wide < text.length * 7 + 4) continue;
      const chunk = chunks > 1 ? operations.chunk[i] : 0;
      const key = operations.kind[i] * 4096 + chunk;
      let ink = inks.get(key);
      if (ink === undefined) {
        const { fill } = kinds[operations.kind[i]];
        inks.set(key, ink = inkOn(mixed(colour(fill), colour('surface'), chunk > 0 ? paleness(chunk, chunks) : 1)));
      }
      context.fillStyle = ink;
      context.fillText(text, from + wide / 2, operations.device[i] * row + row / 2 + 0.5);
    }
  }

  // Numbers of the devices and the axis; they stay as they are while the picture is played.
  private scale(context: CanvasRenderingContext2D, answer: ScheduleAnswer, width: number, row: number): void {
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.fillStyle = colour('muted');
    context.textAlign = 'right';
    const every = Math.max(1, Math.ceil(13 / row));
    for (let d = 0; d < answer.stages; d += every) context.fillText(String(d), left - 8, d * row + Math.max(row, 10) / 2);
    const y = answer.stages * row;
    const step = niceStep(this.span / Math.max(2, Math.floor((width - left - right) / 90)));
    context.textAlign = 'center';
    context.strokeStyle = colour('line');
    context.lineWidth = 1;
    context.beginPath();
    for (let t = 0; t <= answer.makespan * 1.0001; t += step) {
      const x = Math.round(this.x(t, width)) + 0.5;
      context.moveTo(x, y);
      context.lineTo(x, y + 4);
      context.fillText(this.told(t), x, y + 13);
    }
    context.stroke();
  }

  // What every device holds now, and in outline the most it ever holds.
  private held(context: CanvasRenderingContext2D, answer: ScheduleAnswer, width: number, playing: boolean): void {
    const row = this.row();
    const whole = wholeMicroBatches(answer) / this.most;
    const alive = playing ? this.alive(this.now) : answer.devices.map((device) => device.peak_alive);
    const from = width - right + 10;
    const room = right - 34;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    answer.devices.forEach((device, d) => {
      const y = d * row + row * 0.25;
      context.fillStyle = colour('accent');
      context.fillRect(from, y, alive[d] * whole * room, row * 0.5);
      context.strokeStyle = colour('muted');
      context.lineWidth = 1;
      if (row >= 8) context.strokeRect(from + 0.5, y + 0.5, device.peak_alive * whole * room, row * 0.5 - 1);
      if (row < 12) return;
      context.fillStyle = colour('ink');
      context.fillText(heldText(answer, alive[d]), from + room + 4, d * row + row / 2, width - from - room - 4);
    });
  }

  private outline(context: CanvasRenderingContext2D, operations: Operations, width: number): void {
    if (this.selected < 0) return;
    const i = this.selected;
    const row = this.row();
    const from = this.x(operations.start[i], width);
    context.strokeStyle = colour('ink');
    context.lineWidth = 2;
    context.strokeRect(from, operations.device[i] * row + 1, Math.max(2, this.x(operations.end[i], width) - from), row - 2);
  }

  private point(event: PointerEvent): void {
    const { answer, operations } = this;
    if (!answer || !operations) return;
    const box = this.canvas.getBoundingClientRect();
    const device = Math.floor((event.clientY - box.top) / this.row());
    const time = ((event.clientX - box.left - left) / (box.width - left - right)) * this.span;
    if (device < 0 || device >= answer.stages || time < 0 || time > answer.makespan) {
      this.select(-1);
      return;
    }
    const found = this.at(device, time);
    this.select(found);
    if (found < 0) this.tell(`device ${device} idles at ${this.told(Number(time.toPrecision(3)))}`);
  }

  // The operation that a device is at; by halving, as they stand in the order of time.
  private at(device: number, time: number): number {
    const operations = this.operations;
    if (!operations) return -1;
    let low = this.first[device];
    let high = this.first[device + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (operations.end[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low < this.first[device + 1] && operations.start[low] <= time ? low : -1;
  }

  private walk(event: KeyboardEvent): void {
    const { answer, operations } = this;
    if (!answer || !operations || operations.count === 0) return;
    const here = this.selected < 0 ? 0 : this.selected;
    let next = here;
    if (event.key === 'ArrowRight') next = this.selected < 0 ? 0 : Math.min(here + 1, this.first[operations.device[here] + 1] - 1);
    else if (event.key === 'ArrowLeft') next = Math.max(here - 1, this.first[operations.device[here]]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const device = operations.device[here] + (event.key === 'ArrowDown' ? 1 : -1);
      if (device < 0 || device >= answer.stages) return;
      next = this.first[device];
      while (next + 1 < this.first[device + 1] && operations.end[next] <= operations.start[here]) ++next;
    } else if (event.key === 'Home') next = this.first[operations.device[here]];
    else if (event.key === 'End') next = this.first[operations.device[here] + 1] - 1;
    else if (event.key === 'Escape') next = -1;
    else return;
    event.preventDefault();
    this.select(next);
  }

  private select(index: number): void {
    if (index === this.selected) return;
    this.selected = index;
    const { answer, operations } = this;
    if (index >= 0 && answer && operations) {
      const chunk = answer.chunks > 1 ? `, chunk ${operations.chunk[index]}` : '';
      this.tell(`device ${operations.device[index]}: ${kinds[operations.kind[index]].name} of micro-batch ${operations.microBatch[index]}${chunk}, from ${this.told(operations.start[index])} to ${this.told(operations.end[index])}`);
    } else this.tell('');
    this.draw();
  }
}

export function timeText(answer: ScheduleAnswer | null, value: number): string {
  return answer?.time_unit === 's' ? time(value) : simple(value);
}

// What one of those that a device holds is of a micro-batch on its stage: a chunk is a part of one, and where a device holds
// every parameter twice a chunk is a whole stage.
export function wholeMicroBatches(answer: ScheduleAnswer): number {
  return answer.parameter_copies / answer.chunks;
}

// In micro-batches: "10.3".
export function heldText(answer: ScheduleAnswer, held: number): string {
  return String(Number((held * wholeMicroBatches(answer)).toFixed(1)));
}

// 1, 2 or 5 times a power of ten.
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = rough / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

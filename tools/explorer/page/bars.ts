// Charts of the Layouts view: memory of every stage as columns, and the step as one stacked bar.

import { Answer, StageMemory } from './core';
import { h, s, setText, show } from './dom';
import { exactTime, gibibytes, grouped, percent, time } from './format';

const parts = ['weights', 'gradients', 'optimizer', 'activations'] as const;

export class MemoryChart {
  readonly element: HTMLElement;
  private readonly svg = s('svg', { class: 'columns', preserveAspectRatio: 'none', viewBox: '0 0 1000 200', role: 'img' });
  private readonly capacityText = h('span', { class: 'capacity-text' });
  private readonly capacityLine = h('div', { class: 'capacity-line', 'aria-hidden': 'true' });
  private readonly detail = h('p', { class: 'muted small' });
  private readonly bars: { rects: SVGElement[]; over: SVGElement }[] = [];
  private readonly ends = [h('span', {}), h('span', {})];
  private readonly rows = h('tbody');
  private readonly table = h('details', { class: 'more', ontoggle: () => this.list() }, h('summary', {}, 'Figures of every stage'),
    h('div', { class: 'scroll stages', 'data-may-scroll': true, tabindex: 0, role: 'region', 'aria-label': 'Figures of every stage' },
      h('table', { 'aria-label': 'Memory of a GPU on every stage' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'stage'),
        ...['layers', 'held at most', 'all', ...parts].map((name) => h('th', { scope: 'col', class: 'right' }, name)))), this.rows)));
  private stages: StageMemory[] = [];
  private capacity = 0;
  private readonly values = parts.map((part) => h('span', { class: 'figure', 'data-part': part }));

  constructor() {
    this.element = h('div', {},
      h('div', { class: 'plot' }, this.svg as unknown as Node, this.capacityLine, this.capacityText),
      h('div', { class: 'stage-axis small muted' }, ...this.ends),
      h('ul', { class: 'legend' }, ...parts.map((part, i) => h('li', {}, h('i', { class: `swatch part-${part}` }), `${part} `, this.values[i]))),
      this.detail, this.table);
  }

  // Where nobody looks nothing is laid out.
  private list(): void {
    if (!(this.table as HTMLDetailsElement).open) return;
    this.rows.replaceChildren(...this.stages.map((stage, i) => h('tr', {}, h('th', { scope: 'row' }, String(i)),
      ...[grouped(stage.layers), grouped(stage.in_flight)].map((text) => h('td', { class: 'right figure' }, text)),
      h('td', { class: 'right figure' }, h('b', {}, gibibytes(stage.total)), stage.total > this.capacity ? h('span', { class: 'over-text' }, ' too much') : null),
      ...parts.map((part) => h('td', { class: 'right figure' }, gibibytes(stage[part]))))));
  }

  // As many columns as there are stages; those that are there stay, as new ones cost the browser a layout.
  private columns(count: number): void {
    while (this.bars.length > count) {
      const last = this.bars.pop();
      for (const rect of last ? [...last.rects, last.over] : []) rect.remove();
    }
    while (this.bars.length < count) {
      const bar = { rects: parts.map((part) => s('rect', { class: `part-${part}` })), over: s('rect', { class: 'over', 'vector-effect': 'non-scaling-stroke' }) };
      this.svg.append(...bar.rects, bar.over);
      this.bars.push(bar);
    }
  }

  update(memory: NonNullable<NonNullable<Answer['place']>['memory']>): void {
    const stages = memory.stages;
    const top = Math.max(memory.capacity, ...stages.map((stage) => stage.total)) * 1.06;
    const width = 1000 / stages.length;
    const gap = stages.length > 1 ? Math.min(6, width * 0.2) : 0;
    this.columns(stages.length);
    stages.forEach((stage, i) => {
      let y = 200;
      const { rects, over } = this.bars[i];
      parts.forEach((part, at) => {
        const height = (stage[part] / top) * 200;
        y -= height;
        place(rects[at], i * width + gap / 2, y, width - gap, height);
      });
      const isOver = stage.total > memory.capacity;
      over.style.display = isOver ? '' : 'none';
      if (isOver) place(over, i * width + gap / 2, y, width - gap, ((stage.total - memory.capacity) / top) * 200);
    });
    const high = (memory.capacity / top) * 100;
    this.capacityLine.style.bottom = `${high}%`;
    this.capacityText.style.bottom = `${high}%`;
    setText(this.capacityText, `${gibibytes(memory.capacity)} for the job on every GPU`);
    parts.forEach((part, i) => setText(this.values[i], gibibytes(memory[part])));
    const [first, last] = [stages[0], stages[stages.length - 1]];
    setText(this.ends[0], stages.length > 1 ? `first stage ${gibibytes(first.total)}` : `one stage ${gibibytes(first.total)}`);
    setText(this.ends[1], stages.length > 1 ? `last stage ${gibibytes(last.total)}` : '');
    this.stages = stages;
    this.capacity = memory.capacity;
    this.list();
    const worst = stages.length > 1 ? `Stage ${memory.worst_stage} is the fullest` : 'One stage';
    setText(this.detail, `${worst}: ${layersText(stages[memory.worst_stage])}, ${passes(stages[memory.worst_stage])} held at most. `
      + `${gibibytes(memory.gpu_memory)} less ${gibibytes(memory.reserved)} for context and buffers.`);
    this.svg.setAttribute('aria-label', `Memory of ${stages.length} pipeline stages, the fullest ${gibibytes(memory.total)} of ${gibibytes(memory.capacity)}; the table below has all of them`);
  }
}

function place(rect: SVGElement, x: number, y: number, width: number, height: number): void {
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    const text = String(value);
    if (rect.getAttribute(name) !== text) rect.setAttribute(name, text);
  }
}

function layersText(stage: StageMemory): string {
  return `${stage.layers} layer${stage.layers === 1 ? '' : 's'}`;
}
function passes(stage: StageMemory): string {
  return `activations of ${stage.in_flight} micro-batch${stage.in_flight === 1 ? '' : 'es'} (or chunks)`;
}

const stepParts = ['compute', 'tp', 'cp', 'ep', 'pp', 'dp', 'bubble'] as const;
const about: Record<string, string> = {
  compute: 'computing', tp: 'tensor-parallel collectives', cp: 'context-parallel', ep: 'expert exchanges', pp: 'sends between stages', dp: 'gradients and parameters', bubble: 'pipeline idle',
};

export class StepChart {
  readonly element: HTMLElement;
  private readonly bar = h('div', { class: 'step-bar', role: 'img' });
  private readonly rows = new Map<string, { row: HTMLElement; seconds: HTMLElement; share: HTMLElement; slice: HTMLElement }>();
  private readonly reasons = h('tbody');
  private readonly more: HTMLElement;
  private told: { part: string; seconds: number; bound_by: string }[] = [];

  constructor() {
    const list = h('ul', { class: 'legend rows' });
    for (const part of stepParts) {
      const seconds = h('span', { class: 'figure' });
      const share = h('span', { class: 'figure muted share' });
      const row = h('li', {}, h('i', { class: `swatch dim-${part}` }), h('span', { class: 'name' }, h('b', {}, part), h('span', { class: 'muted' }, ` ${about[part]}`)), seconds, share);
      const slice = h('div', { class: `slice dim-${part}` });
      this.rows.set(part, { row, seconds, share, slice });
      this.bar.append(slice);
      list.append(row);
    }
    this.more = h('details', { class: 'more', ontoggle: () => this.explain() }, h('summary', {}, 'What bounds each part'),
      h('div', { class: 'scroll', 'data-may-scroll': true, tabindex: 0, role: 'region', 'aria-label': 'What bounds each part' },
        h('table', { 'aria-label': 'What bounds each part of the step' }, h('thead', {}, h('tr', {}, h('th', {}, 'part'), h('th', { class: 'right' }, 'time'), h('th', {}, 'bound by'))), this.reasons)));
    this.element = h('div', {}, this.bar, list, this.more);
  }

  private explain(): void {
    this.reasons.replaceChildren(...this.told.map((reason) => h('tr', {}, h('td', {}, reason.part), h('td', { class: 'right figure' }, time(reason.seconds)), h('td', { class: 'muted' }, reason.bound_by))));
  }

  update(answer: Answer): void {
    const step = answer.place?.step;
    if (!step) return;
    for (const part of stepParts) {
      const here = this.rows.get(part);
      if (!here) continue;
      show(here.row, step[part] > 0);
      here.slice.style.flexGrow = String(step[part] / step.seconds);
      show(here.slice, step[part] > 0);
      setText(here.seconds, time(step[part]));
      setText(here.share, percent(step[part], step.seconds));
    }
    this.bar.setAttribute('aria-label', `A step of ${exactTime(step.seconds)}: ${stepParts.filter((part) => step[part] > 0).map((part) => `${part} ${percent(step[part], step.seconds)}`).join(', ')}`);
    const reasons = step.reasons || [];
    show(this.more, reasons.length > 0);
    // Where nobody looks nothing is laid out.
    this.told = reasons;
    if ((this.more as HTMLDetailsElement).open) this.explain();
  }
}

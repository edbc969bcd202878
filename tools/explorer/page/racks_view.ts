// Racks: where the ranks of the job sit, coloured by one dimension, and the hops of its groups.

import { coordinateColour, coordinateRamp, onSchemeChange } from './colours';
import { ChoiceControl, NumberControl } from './controls';
import { Answer, Core, idle, Racks, spare, unavailable } from './core';
import { Announcer, h, setText, show } from './dom';
import { domains, grouped, plural } from './format';
import { hopSentences } from './hop_sentences';
import { problemLines, problemsOf } from './problems';
import { changesText, isAsShipped, Jobs } from './job';
import { Pointed, RacksCanvas } from './racks_canvas';
import { Job, RacksState } from './state';

const meaning: Record<string, string> = {
  tp: 'tensor parallel', cp: 'context parallel', pp: 'pipeline stages', dp: 'data parallel', ep: 'expert parallel', etp: 'expert tensor parallel', edp: 'expert data parallel',
};
const orders = ['tp,cp,dp,pp', 'tp,cp,pp,dp', 'tp,cp,dp:2,pp,dp', 'pp,tp,cp,dp'];

export class RacksView {
  readonly element: HTMLElement;
  private readonly canvas: RacksCanvas;
  private readonly by: ChoiceControl;
  private readonly on: ChoiceControl;
  private readonly layout: ChoiceControl;
  private readonly order: ChoiceControl;
  private readonly group: NumberControl;
  private readonly title = h('p', { class: 'lead' });
  private readonly changes = h('span', {});
  private readonly changesRow: HTMLElement;
  private readonly key = h('ul', { class: 'legend' });
  private readonly pointed = h('p', { class: 'pointed' });
  private readonly problems = h('div', { class: 'problems', role: 'alert' });
  private readonly body: HTMLElement;
  private racks: Racks = { domains: [], ranks: new Int32Array(), tier: '' };
  private dimensions: string[] = [];
  private dimension = 'pp';
  private shown = '';
  private painted = '';
  private lit = '';
  private firsts: number[] = [];  // the first rank of every group
  private coordinates = new Int32Array();
  private state: RacksState = { by: 'pp', rank: '', zoom: '' };
  private sight = '';  // as the address last had it
  private answer: Answer = {};
  private job: Job | null = null;

  constructor(private readonly core: Core, private readonly jobs: Jobs, private readonly changed: (state: RacksState) => void, setJob: (job: Job) => void, private readonly announcer: Announcer) {
    const catalogue = jobs.catalogue;
    const change = (changes: Record<string, string>) => { if (this.job) setJob(jobs.changed(this.job, changes)); };
    this.by = new ChoiceControl('Colour and hops of', 'Cells are coloured by the coordinate in this dimension; pointing lights up its group', () =>
      this.dimensions.map((value) => ({ value, text: `${value}: ${meaning[value]}` })), (by) => changed({ ...this.state, by }));
    this.layout = new ChoiceControl('Job', 'A shipped layout', () => catalogue.layouts.map((layout) => ({ value: layout.name, text: layout.name })),
      (value) => { if (this.job) setJob({ ...this.job, layout: value, set: {} }); });
    this.on = new ChoiceControl('Runs on', 'A machine, or as many of a box or rack as the job needs', () => catalogue.topologies.map((topology) => ({ value: topology.name, text: topology.name })),
      (value) => { if (this.job) setJob({ ...this.job, on: value }); });
    this.order = new ChoiceControl('Order', 'Dimensions and tiles, innermost first', () => {
      const own = this.job ? jobs.value(this.job, 'order') : '';
      return [...new Set([own, ...orders])].filter((text) => text !== '').map((value) => ({ value, text: value.replace(/,/g, ', ') }));
    }, (value) => change({ order: value }));
    this.group = new NumberControl('Group lit', 'Keeps one group of the dimension lit; so does a click on a GPU', () => this.firsts.map((_, i) => i),
      (value) => this.lightGroup(Number(value)), '1', 0);
    for (const [name, control] of Object.entries({ layout: this.layout, on: this.on, order: this.order, by: this.by })) control.element.dataset.what = name;
    this.canvas = new RacksCanvas((pointed) => this.tell(pointed), (pointed) => this.pick(pointed), () => this.keepSight());
    const button = (text: string, label: string, press: () => void) => h('button', { type: 'button', 'aria-label': label, title: label, onclick: press }, text);
    this.body = h('div', {},
      h('div', { class: 'racks-head' }, this.key,
        h('div', { class: 'zoom' }, button('+', 'Closer', () => this.canvas.zoom(1.6)), button('−', 'Farther', () => this.canvas.zoom(1 / 1.6)), button('Group', 'Group: as near as shows the one that is lit', () => this.canvas.group()), button('All', 'All racks', () => this.canvas.all()))),
      h('div', { class: 'racks-frame' }, this.canvas.element),
      h('div', { class: 'row racks-group' }, this.group.element, button('None', 'None: no group lit', () => changed({ ...this.state, rank: '' }))),
      this.pointed);
    this.changesRow = h('div', { class: 'row changes' }, this.changes,
      h('button', { type: 'button', class: 'quiet', onclick: () => { if (this.job) setJob({ ...this.job, set: {} }); } }, 'As it is shipped'));
    this.element = h('div', { class: 'view racks' },
      h('section', { class: 'card', 'aria-label': 'Racks' },
        h('div', { class: 'grid-controls' }, this.layout.element, this.on.element, this.order.element, this.by.element),
        this.changesRow, this.title, this.problems, this.body));
    new ResizeObserver(() => this.canvas.arrange()).observe(this.canvas.element);
    onSchemeChange(() => this.canvas.drawNow());
  }

  update(job: Job, answer: Answer, state: RacksState, question: string): void {
    this.job = job;
    this.answer = answer;
    this.state = state;
    this.layout.update(job.layout);
    this.on.update(job.on);
    this.order.update(this.jobs.value(job, 'order'));
    show(this.changesRow, !isAsShipped(job));
    setText(this.changes, changesText(job));
    const place = answer.place;
    const problems = problemsOf(answer, this.jobs.degrees(job));
    show(this.problems, problems.length > 0);
    this.problems.replaceChildren(...problemLines(problems));
    show(this.body, problems.length === 0);
    setText(this.title, '');
    if (!place || problems.length > 0) return;
    this.dimensions = place.dimensions.filter((dimension) => dimension.degree > 1).map((dimension) => dimension.name);
    this.dimension = this.dimensions.includes(state.by) ? state.by : this.dimensions.includes('pp') ? 'pp' : this.dimensions[0] || 'tp';
    this.by.update(this.dimension);
    if (state.zoom !== this.sight) {
      this.sight = state.zoom;
      this.canvas.look(state.zoom);
    }
    if (question !== this.shown) {
      this.shown = question;
      this.painted = '';
      this.racks = this.core.racks();
      this.canvas.show(this.racks, (domain) => this.core.domainName(domain));
    }
    if (this.painted !== this.dimension) {
      this.painted = this.dimension;
      this.lit = 'stale';
      this.coordinates = this.core.coordinates(this.number(), place.ranks);
      this.firsts = [];
      this.coordinates.forEach((coordinate, rank) => { if (coordinate === 0) this.firsts.push(rank); });
      this.canvas.paint(this.coordinates, this.degree());
    }
    if (this.lit !== state.rank) {
      this.lit = state.rank;
      this.tell(null);
    }
    show(this.group.element, this.degree() > 1);
    this.group.limit(this.firsts.length - 1);
    this.group.update(state.rank === '' ? '' : String(this.groupOf(state.rank)));
    this.explain(answer);
  }

  drawNow(): void {
    this.canvas.drawNow();
  }

  private number(): number {
    return this.jobs.catalogue.dimensions.indexOf(this.dimension);
  }

  private degree(): number {
    return this.answer.place?.dimensions.find((dimension) => dimension.name === this.dimension)?.degree ?? 1;
  }

  private explain(answer: Answer): void {
    const place = answer.place;
    const report = place?.dimensions.find((dimension) => dimension.name === this.dimension);
    if (!place?.placement) return;
    setText(this.title, [`${plural(place.ranks, 'rank')} on ${domains(place.placement.domains_used, answer.domains ?? { word: 'domain', has_nvlink: false })}.`,
      ...(report ? hopSentences(report) : [])].join(' '));
    const degree = this.degree();
    const swatch = (name: string, fill: string, css = '') => h('li', {}, h('i', { class: `swatch ${css}`, style: fill ? `background:${fill}` : '' }), name);
    const coordinates = degree <= 8 ? Array.from({ length: degree }, (_, i) => swatch(`${this.dimension} ${i}`, coordinateColour(i, degree)))
      : [h('li', { class: 'ramp-key' }, `${this.dimension} 0`, h('i', { class: 'ramp', style: `background:linear-gradient(90deg,${coordinateRamp(16).join()})` }), String(degree - 1))];
    const vacant = ([[idle, 'idle'], [spare, 'spare'], [unavailable, 'unavailable']] as const)
      .map(([seat, name]) => ({ name, count: count(this.racks.ranks, seat) })).filter((one) => one.count > 0)
      .map((one) => swatch(`${one.name} (${grouped(one.count)})`, '', `cell-${one.name}`));
    const reaches = ([['over NVLink', report?.nvlink, 'nvlink'], ['over PCIe', report?.pcie, 'pcie'], ['over the network', report?.network, 'network']] as const)
      .filter(([, hops]) => hops).map(([name, , css]) => swatch(name, '', `line-${css}`));
    this.key.replaceChildren(...coordinates, ...vacant, ...reaches);
  }

  // The number of the group that a rank is of, by its members' place among their coordinates: the first rank of every group
  // leads the same hops.
  private groupOf(rank: string): number {
    if (rank === '') return -1;
    const own = this.firsts.indexOf(Number(rank));
    if (own >= 0) return own;
    const start = this.racks.domains[0]?.firstGpu ?? 0;
    for (const hop of this.core.hops(Number(rank), this.number())) {
      for (const gpu of [hop.from, hop.to]) {
        const member = this.racks.ranks[gpu - start];
        if (this.coordinates[member] === 0) return this.firsts.indexOf(member);
      }
    }
    return -1;
  }

  // The nearest there is of a number out of range; `update` puts it into the field.
  private lightGroup(wanted: number): void {
    const group = Math.max(0, Math.min(this.firsts.length - 1, Math.round(wanted) || 0));
    this.changed({ ...this.state, rank: String(this.firsts[group] ?? '') });
  }

  private keepSight(): void {
    if (!this.job || this.element.offsetParent === null) return;
    this.sight = this.canvas.sight();
    if (this.sight !== this.state.zoom) this.changed({ ...this.state, zoom: this.sight });
  }

  private pick(pointed: Pointed | null): void {
    const rank = pointed ? this.racks.ranks[pointed.slot] : -1;
    this.changed({ ...this.state, rank: rank >= 0 && String(rank) !== this.state.rank ? String(rank) : '' });
  }

  // What is pointed at, or else the group that stays lit.
  private tell(pointed: Pointed | null): void {
    const slot = pointed?.slot ?? (this.state.rank === '' ? -1 : this.canvas.slotOf(Number(this.state.rank)));
    if (slot < 0) {
      this.canvas.light([], -1, '');
      setText(this.pointed, `Point at a GPU, or move with the arrow keys: the hops of its ${this.dimension} group light up; a click keeps them. Zoom with Ctrl and the wheel, drag to move.`);
      return;
    }
    const rank = this.racks.ranks[slot];
    const seat = this.core.seat(this.racks.domains[0].firstGpu + slot, rank);
    const where = seat.gpu + this.spanOf(slot);
    if (rank < 0) {
      this.canvas.light([], slot, seat.gpu);
      this.say(`${where}: ${rank === idle ? 'idle' : rank === spare ? 'spare: the layout keeps it back' : 'not available'}`);
      return;
    }
    const hops = this.core.hops(rank, this.number());
    this.canvas.light(hops, slot, seat.gpu);
    const coordinates = Object.entries(seat.coordinates || {}).filter(([name]) => this.dimensions.includes(name)).map(([name, value]) => `${name} ${value}`).join(', ');
    const reaches = ([['on NVLink', (reach: number) => reach === 1], ['over PCIe', (reach: number) => reach === 2], ['over the network', (reach: number) => reach >= 3]] as const)
      .map(([name, is]) => ({ name, count: hops.filter((hop) => is(hop.reach)).length })).filter((one) => one.count > 0)
      .map((one) => `${grouped(one.count)} ${one.name}`).join(', ');
    const what = this.dimension === 'ep' ? 'It sends to its ep group' : `Its ${this.dimension} group`;
    this.say(`${where}: rank ${grouped(rank)} (${coordinates}). ${hops.length === 0 ? 'It sends to nobody.' : `${what}: ${plural(hops.length, 'hop')}, ${reaches}.`}`);
  }

  // " in pod 3", where a tier of the network groups the racks.
  private spanOf(slot: number): string {
    const { tier, domains: all } = this.racks;
    const here = all.find((domain) => slot < domain.firstGpu + domain.gpus - all[0].firstGpu);
    return tier === '' || !here ? '' : ` in ${tier} ${here.span}`;
  }

  private say(text: string): void {
    setText(this.pointed, text);
    this.announcer.say(text);
  }
}

function count(seats: Int32Array, wanted: number): number {
  let found = 0;
  for (const seat of seats) if (seat === wanted) ++found;
  return found;
}

// Racks: where the ranks of the job sit, coloured by one dimension, and the hops of its groups.

import { coordinateColour, onSchemeChange } from './colours';
import { ChoiceControl } from './controls';
import { Answer, Core, Racks } from './core';
import { Announcer, h, setText, show } from './dom';
import { grouped, percent, plural } from './format';
import { Jobs } from './job';
import { Pointed, RacksCanvas } from './racks_canvas';
import { Job } from './state';

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
  private readonly title = h('p', { class: 'lead' });
  private readonly key = h('ul', { class: 'legend' });
  private readonly pointed = h('p', { class: 'pointed' });
  private readonly problems = h('div', { class: 'problems', role: 'alert' });
  private readonly body: HTMLElement;
  private racks: Racks = { domains: [], ranks: new Int32Array(), tier: '' };
  private dimensions: string[] = [];
  private dimension = 'pp';
  private shown = '';
  private painted = '';
  private answer: Answer = {};
  private job: Job | null = null;

  constructor(private readonly core: Core, private readonly jobs: Jobs, setBy: (by: string) => void, setJob: (job: Job) => void, private readonly announcer: Announcer) {
    const catalogue = jobs.catalogue;
    const change = (changes: Record<string, string>) => { if (this.job) setJob(jobs.changed(this.job, changes)); };
    this.by = new ChoiceControl('Colour and hops of', 'Cells are coloured by the coordinate in this dimension; pointing lights up its group', () =>
      this.dimensions.map((value) => ({ value, text: `${value}: ${meaning[value]}` })), setBy);
    this.layout = new ChoiceControl('Job', 'A shipped layout', () => catalogue.layouts.map((layout) => ({ value: layout.name, text: layout.name })),
      (value) => { if (this.job) setJob({ ...this.job, layout: value, set: {} }); });
    this.on = new ChoiceControl('Runs on', 'A machine, or as many of a box or rack as the job needs', () => catalogue.topologies.map((topology) => ({ value: topology.name, text: topology.name })),
      (value) => { if (this.job) setJob({ ...this.job, on: value }); });
    this.order = new ChoiceControl('Order', 'Dimensions and tiles, innermost first', () => {
      const own = this.job ? jobs.value(this.job, 'order') : '';
      return [...new Set([own, ...orders])].filter((text) => text !== '').map((value) => ({ value, text: value.replace(/,/g, ', ') }));
    }, (value) => change({ order: value }));
    this.canvas = new RacksCanvas((pointed) => this.tell(pointed));
    const button = (text: string, label: string, press: () => void) => h('button', { type: 'button', 'aria-label': label, title: label, onclick: press }, text);
    this.body = h('div', {}, this.key,
      h('div', { class: 'racks-frame' }, this.canvas.element,
        h('div', { class: 'zoom' }, button('+', 'Closer', () => this.canvas.zoom(1.6)), button('−', 'Farther', () => this.canvas.zoom(1 / 1.6)), button('All', 'Everything', () => this.canvas.all()))),
      this.pointed);
    this.element = h('div', { class: 'view racks' },
      h('section', { class: 'card', 'aria-label': 'Racks' },
        h('div', { class: 'grid-controls' }, this.layout.element, this.on.element, this.order.element, this.by.element),
        this.title, this.problems, this.body));
    new ResizeObserver(() => this.canvas.arrange()).observe(this.canvas.element);
    onSchemeChange(() => this.canvas.drawNow());
  }

  update(job: Job, answer: Answer, by: string, question: string): void {
    this.job = job;
    this.answer = answer;
    this.layout.update(job.layout);
    this.on.update(job.on);
    this.order.update(this.jobs.value(job, 'order'));
    const place = answer.place;
    const problems = answer.problems || (place && !place.fits ? [{ key: '', message: place.why || 'the job does not fit', hint: '' }] : []);
    show(this.problems, problems.length > 0);
    this.problems.replaceChildren(...problems.map((problem) => h('p', {}, problem.message, problem.hint ? ` (${problem.hint})` : '')));
    show(this.body, problems.length === 0);
    setText(this.title, '');
    if (!place || problems.length > 0) return;
    this.dimensions = place.dimensions.filter((dimension) => dimension.degree > 1).map((dimension) => dimension.name);
    this.dimension = this.dimensions.includes(by) ? by : this.dimensions.includes('pp') ? 'pp' : this.dimensions[0] || 'tp';
    this.by.update(this.dimension);
    if (question !== this.shown) {
      this.shown = question;
      this.painted = '';
      this.racks = this.core.racks();
      this.canvas.show(this.racks, (domain) => this.core.domainName(domain));
    }
    if (this.painted !== this.dimension) {
      this.painted = this.dimension;
      this.canvas.paint(this.core.coordinates(this.number(), place.ranks), this.degree());
      this.tell(null);
    }
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
    const where = `${plural(place.ranks, 'rank')} on ${plural(place.placement.domains_used, 'NVLink domain')}`;
    if (report) {
      const all = report.nvlink + report.pcie + report.network;
      const away = report.network === 0 ? 'none leaves for the network' : `${grouped(report.network)} cross the network`;
      setText(this.title, `${where}. Of the ${grouped(all)} hops of ${this.dimension}, ${percent(report.nvlink, all)} stay on NVLink; ${away}.`);
    } else setText(this.title, `${where}.`);
    const degree = this.degree();
    const swatch = (name: string, fill: string, css = '') => h('li', {}, h('i', { class: `swatch ${css}`, style: fill ? `background:${fill}` : '' }), name);
    const coordinates = degree <= 8 ? Array.from({ length: degree }, (_, i) => swatch(`${this.dimension} ${i}`, coordinateColour(i, degree)))
      : [h('li', { class: 'ramp-key' }, `${this.dimension} 0`, h('i', { class: 'ramp' }), String(degree - 1))];
    this.key.replaceChildren(...coordinates, swatch('idle', '', 'cell-idle'), swatch('over NVLink', '', 'line-nvlink'), swatch('over PCIe', '', 'line-pcie'), swatch('over the network', '', 'line-network'));
  }

  private tell(pointed: Pointed | null): void {
    if (!pointed) {
      this.canvas.light([]);
      setText(this.pointed, `Point at a GPU, or move with the arrow keys: the hops of its ${this.dimension} group light up. Zoom with Ctrl and the wheel, drag to move.`);
      return;
    }
    const rank = this.racks.ranks[pointed.slot];
    const seat = this.core.seat(this.racks.domains[0].firstGpu + pointed.slot, rank);
    if (rank < 0) {
      this.canvas.light([]);
      this.say(`${seat.gpu}: ${rank === -1 ? 'idle' : 'not available'}`);
      return;
    }
    const hops = this.core.hops(rank, this.number());
    this.canvas.light(hops);
    const coordinates = Object.entries(seat.coordinates || {}).filter(([name]) => this.dimensions.includes(name)).map(([name, value]) => `${name} ${value}`).join(', ');
    const nvlink = hops.filter((hop) => hop.reach === 1).length;
    const network = hops.filter((hop) => hop.reach >= 3).length;
    this.say(`${seat.gpu}: rank ${grouped(rank)} (${coordinates}). Its ${this.dimension} group: ${plural(hops.length, 'hop')}, ${nvlink} on NVLink, ${network} over the network.`);
  }

  private say(text: string): void {
    setText(this.pointed, text);
    this.announcer.say(text);
  }
}

// The explorer: three views of pipelines, layouts and racks over the C++ core.

import { settle } from './address';
import { Answer, Core } from './core';
import { onSchemeChange } from './colours';
import { Announcer, h, oncePerFrame, show } from './dom';
import { Jobs } from './job';
import { LayoutsView } from './layouts_view';
import { RacksView } from './racks_view';
import { SchedulesView } from './schedules_view';
import { firstSchedule, fromHash, Job, RacksState, ScheduleState, State, toHash, View, views } from './state';
import { firstSettings } from './tour';

const titles: Record<View, string> = { layouts: 'Layouts', schedules: 'Schedules', racks: 'Racks' };

class Page {
  private readonly jobs: Jobs;
  private readonly first: State;
  private state: State;
  private answer: Answer = {};
  private readonly notice = h('section', { class: 'notice', role: 'alert', 'aria-label': 'What of the address is not shown' });
  private writing = 0;
  private unwritten = '';  // the address of a change that waits to be written
  private written = '';    // the address as this page wrote it, or followed it, last
  private placed = '';  // the question that `answer` is to
  private readonly tabs = new Map<View, HTMLButtonElement>();
  private readonly panels = new Map<View, HTMLElement>();
  private readonly layouts: LayoutsView;
  private readonly schedules: SchedulesView;
  private readonly racks: RacksView;
  private readonly render = oncePerFrame(() => this.update());

  constructor(private readonly core: Core, root: HTMLElement) {
    const catalogue = core.catalogue();
    this.jobs = new Jobs(core, catalogue);
    this.first = {
      view: 'layouts',
      job: { layout: 'gpt3-175b-64', on: 'hgx-a100', times: catalogue.times[0], set: { ...firstSettings } },
      schedule: { ...firstSchedule },
      racks: { by: 'pp', rank: '', zoom: '' },
    };
    this.state = this.followAddress();
    const live = h('div', { role: 'status', 'aria-live': 'polite', class: 'for-readers', 'data-for-readers-only': true });
    const announcer = new Announcer(live);
    this.layouts = new LayoutsView(this.jobs, this.state.job, (job) => this.setJob(job), announcer, (view) => this.follow(view));
    this.schedules = new SchedulesView(core, this.jobs, (schedule) => this.setSchedule(schedule), announcer, (view) => this.follow(view));
    this.racks = new RacksView(core, this.jobs, (racks) => this.setRacks(racks), (job) => this.setJob(job), announcer);
    const bodies: Record<View, HTMLElement> = { layouts: this.layouts.element, schedules: this.schedules.element, racks: this.racks.element };

    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views' });
    const main = h('main', { id: 'main' });
    for (const view of views) {
      const tab = h('button', {
        type: 'button', role: 'tab', id: `tab-${view}`, 'aria-controls': `panel-${view}`,
        onclick: () => this.setView(view), onkeydown: (event: KeyboardEvent) => this.walkTabs(event, view),
      }, titles[view]);
      this.tabs.set(view, tab);
      tabs.append(tab);
      const panel = h('div', { role: 'tabpanel', id: `panel-${view}`, 'aria-labelledby': `tab-${view}` }, bodies[view]);
      this.panels.set(view, panel);
      main.append(panel);
    }
    root.replaceChildren(
      h('a', { class: 'skip', href: '#main', onclick: (event: Event) => { event.preventDefault(); main.querySelector<HTMLElement>('input, select, button')?.focus(); } }, 'To the controls'),
      h('header', {}, h('h1', {}, 'Railyard ', h('span', {}, 'explorer')), tabs),
      this.notice,
      main,
      h('footer', { class: 'small muted' }, `Railyard ${catalogue.version}. Everything is computed in this page, by the same code as the command line.`),
      live);
    window.addEventListener('hashchange', () => {
      if (location.hash === this.written) return;
      this.unwritten = '';
      this.state = this.followAddress();
      this.render();
    });
    window.addEventListener('resize', this.render);
    onSchemeChange(this.render);
    this.update();
  }

  // What the address asks for, as far as it can be had; what cannot is told above the views until something is changed.
  private followAddress(): State {
    const { state, told } = settle(fromHash(location.hash, this.first), this.first, this.jobs, this.core);
    show(this.notice, told.length > 0);
    this.notice.replaceChildren(...(told.length > 0 ? [
      h('p', {}, h('b', {}, told.length === 1 ? 'One thing in this address cannot be shown:' : `${told.length} things in this address cannot be shown:`)),
      h('ul', {}, ...told.map((text) => h('li', {}, text))),
      h('button', { type: 'button', class: 'quiet', onclick: () => show(this.notice, false) }, 'Close')] : []));
    if (told.length > 0) window.history.replaceState(null, '', toHash(state, this.first));
    this.written = location.hash;
    return state;
  }

  // For tests: the answer on the screen, and the question it is to.
  shown(): { question: string; answer: Answer } {
    return { question: this.placed, answer: this.answer };
  }
  address(): string {
    return toHash(this.state, this.first);
  }
  catalogue(): unknown {
    return this.jobs.catalogue;
  }
  placeText(question: string): string {
    return this.core.placeText(question);
  }
  drawRacks(): void {
    this.racks.drawNow();
  }
  scheduleText(question: string): string {
    return JSON.stringify(this.core.schedule(question).answer);
  }

  private setJob(job: Job): void {
    this.state = { ...this.state, job };
    this.changed();
  }
  private setSchedule(schedule: ScheduleState): void {
    this.state = { ...this.state, schedule };
    this.changed();
  }
  private setRacks(racks: RacksState): void {
    this.state = { ...this.state, racks };
    this.changed();
  }
  private setView(view: View): void {
    if (view === this.state.view) return;
    this.state = { ...this.state, view };
    this.changed('push');
  }

  // From a layout to its pipeline or its racks.
  private follow(view: View): void {
    if (view === 'schedules') {
      const schedule = this.jobs.value(this.state.job, 'pipeline.schedule');
      const left = schedule === 'zero-bubble' ? 'zb-h1' : schedule;
      this.state.schedule = {
        ...this.state.schedule, of: 'job', left, leftChunks: left === 'interleaved' ? this.jobs.value(this.state.job, 'pipeline.chunks') : '2', right: '', at: '',
      };
    }
    if (view === this.state.view) this.changed();
    else this.setView(view);
  }

  // A new view is a step to come back from; a slider's way is not, and browsers refuse addresses that change too often.
  private changed(history: 'push' | 'replace' = 'replace'): void {
    show(this.notice, false);
    const address = toHash(this.state, this.first);
    if (history === 'push') {
      this.writeAddress();  // else the way back would lose the last change
      window.history.pushState(null, '', address);
      this.written = location.hash;
    } else {
      window.clearTimeout(this.writing);
      this.unwritten = address;
      this.writing = window.setTimeout(() => this.writeAddress(), 150);
    }
    this.render();
  }

  // What a link or the way back put into the address meanwhile stays: it is followed next.
  private writeAddress(): void {
    window.clearTimeout(this.writing);
    if (this.unwritten !== '' && location.hash === this.written) {
      window.history.replaceState(null, '', this.unwritten);
      this.written = location.hash;
    }
    this.unwritten = '';
  }

  private walkTabs(event: KeyboardEvent, view: View): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = views[(views.indexOf(view) + step + views.length) % views.length];
    this.setView(next);
    this.tabs.get(next)?.focus();
  }

  private update(): void {
    const { view, job } = this.state;
    document.title = `${titles[view]} · Railyard explorer`;
    for (const one of views) {
      const here = one === view;
      this.tabs.get(one)?.setAttribute('aria-selected', String(here));
      this.tabs.get(one)?.setAttribute('tabindex', here ? '0' : '-1');
      const panel = this.panels.get(one);
      if (panel && panel.hidden === here) panel.hidden = !here;
    }
    const { schedule } = this.state;
    if (view === 'schedules' && schedule.of === '') this.schedules.update(schedule, job, {});
    else {
      const question = this.jobs.question(job);
      if (question !== this.placed) {
        this.answer = this.jobs.place(job);
        this.placed = question;
      }
      if (view === 'schedules') this.schedules.update(schedule, job, this.answer);
      else if (view === 'layouts') this.layouts.update(job, this.answer);
      else this.racks.update(job, this.answer, this.state.racks, question);
    }
    document.body.dataset.ready = view;
  }
}

declare global {
  interface Window { railyard?: Page; }
}

const root = document.getElementById('app');
if (root) {
  Core.start().then((core) => { window.railyard = new Page(core, root); }, (error: unknown) => {
    root.replaceChildren(h('p', { class: 'problems' }, `This browser cannot run the page: ${String(error)}`));
  });
}

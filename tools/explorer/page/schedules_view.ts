// Schedules: one or two pipelines on the same clock, played, with where they idle and what they hold.

import { scheduleQuestion } from './address';
import { colour, onSchemeChange } from './colours';
import { ChoiceControl, NumberControl } from './controls';
import { Answer, Core, Operations, ScheduleAnswer } from './core';
import { Announcer, h, setText, show } from './dom';
import { fraction, percent, plural } from './format';
import { Jobs } from './job';
import { OfJob } from './of_job';
import { Job, ScheduleState, View } from './state';
import { heldText, TimelineCanvas, timeText, wholeMicroBatches } from './timeline_canvas';

const stages = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64];
const microBatches = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256];
const times = [0, 0.1, 0.2, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5];
const nice: Record<string, string> = { gpipe: 'GPipe', '1f1b': '1F1B', interleaved: 'Interleaved 1F1B', 'zb-h1': 'Zero-bubble H1', dualpipe: 'DualPipe' };

const resting = 'Point at a block, or walk through them with the arrow keys.';

interface Run {
  answer: ScheduleAnswer;
  operations: Operations;
}

class Panel {
  readonly element: HTMLElement;
  readonly canvas: TimelineCanvas;
  run: Run | null = null;
  private readonly schedule: ChoiceControl;
  private readonly chunks: NumberControl;
  private readonly about = h('p', { class: 'muted small' });
  private readonly figures = h('dl', { class: 'figures' });
  private readonly problem = h('div', { class: 'problems', role: 'alert' });
  private readonly pointed = h('p', { class: 'pointed small muted' }, resting);
  private readonly body: HTMLElement;
  private readonly alive = h('p', { class: 'small' });

  constructor(title: string, private readonly core: Core, private readonly side: 'left' | 'right', changed: (changes: Partial<ScheduleState>) => void, announcer: Announcer) {
    const names = core.catalogue().schedules;
    this.schedule = new ChoiceControl(title, 'The order in which every device works', () => [
      ...names.map((row) => ({ value: row.name, text: nice[row.name] || row.name })), ...(side === 'right' ? [{ value: '', text: 'none, only one' }] : [])],
    (value) => changed({ [side]: value }));
    this.chunks = new NumberControl('chunks v', 'Pieces of the model on every device', () => [2, 3, 4, 5, 6, 8], (value) => changed({ [`${side}Chunks`]: value }));
    this.canvas = new TimelineCanvas((text) => {
      setText(this.pointed, text || resting);
      if (text && document.activeElement === this.canvas.canvas) announcer.say(text);
    });
    this.body = h('div', {}, this.figures, this.canvas.canvas, this.pointed, this.alive);
    this.element = h('section', { class: 'card schedule', 'aria-label': title }, h('div', { class: 'row head' }, this.schedule.element, this.chunks.element), this.about, this.problem, this.body);
  }

  // Runs the schedule; it is drawn when the other one's length is known.
  // `problem`: why it cannot be run, where that is known.
  ask(state: ScheduleState, problem: string): void {
    const name = state[this.side];
    const sends = state.of === 'job' || Number(state.send) > 0;
    const chunks = this.side === 'left' ? state.leftChunks : state.rightChunks;
    this.schedule.update(name);
    this.chunks.update(chunks);
    show(this.chunks.element, name === 'interleaved');
    show(this.body, name !== '');
    show(this.about, name !== '');
    show(this.problem, false);
    this.run = null;
    if (!name) return;
    if (problem) {
      this.problem.replaceChildren(h('p', {}, problem));
      show(this.problem, true);
      show(this.body, false);
      return;
    }
    const row = this.core.catalogue().schedules.find((one) => one.name === name);
    setText(this.about, row ? `${row.about}; idles ${row.bubble} where sends take no time${state.of === 'job' ? ' and stages are alike' : ''}${sends ? ': the figures below have what sends add' : ''}.` : '');
    const { answer, operations } = this.core.schedule(scheduleQuestion(state, this.side));
    if (answer.problems || !answer.finishes) {
      const problems = answer.problems || [{ key: '', message: answer.reason || 'it never finishes', hint: '' }];
      this.problem.replaceChildren(...problems.map((problem) => h('p', {}, problem.message, problem.hint ? h('span', { class: 'muted' }, ` (${problem.hint})`) : null)));
      show(this.problem, true);
      show(this.body, false);
      return;
    }
    this.run = { answer, operations };
  }

  // The most micro-batches that a device holds, chunks counted as the parts that they are.
  mostAlive(): number {
    const answer = this.run?.answer;
    return answer ? Math.max(...answer.devices.map((device) => device.peak_alive)) * wholeMicroBatches(answer) : 0;
  }

  draw(span: number, mostAlive: number): void {
    if (!this.run) return;
    const { answer, operations } = this.run;
    const peaks = answer.devices.map((device) => device.peak_alive);
    const isParts = wholeMicroBatches(answer) < 1;
    const held = isParts ? `chunks of 1/${answer.chunks} micro-batch` : 'micro-batches';
    const figure = (name: string, value: string, note: string, extra = '') => h('div', { class: extra }, h('dt', {}, name), h('dd', { class: 'figure' }, value), h('dd', { class: 'small muted' }, note));
    this.figures.replaceChildren(
      figure('Bubble of the step', percent(answer.bubble_over_step, 1), fraction(answer.bubble_over_step), 'idle'),
      figure('Bubble over useful work', answer.bubble_over_useful < 1 ? percent(answer.bubble_over_useful, 1) : `${(answer.bubble_over_useful * 100).toFixed(0)} %`, fraction(answer.bubble_over_useful), 'idle'),
      figure('Step', timeText(answer, answer.makespan), `${timeText(answer, answer.useful)} of work a device${answer.makespan > answer.makespan_with_free_sends * (1 + 1e-9) ? `, ${timeText(answer, answer.makespan - answer.makespan_with_free_sends)} by sends` : ''}`),
      figure('Most alive', heldText(answer, Math.max(...peaks)), isParts ? `micro-batches, in ${plural(Math.max(...peaks), 'chunk')}` : 'micro-batches'));
    setText(this.alive, `Alive at most, by device: ${peaks.length <= 16 ? peaks.join(', ') : `${peaks[0]} on the first to ${peaks[peaks.length - 1]} on the last`} ${held}.${answer.parameter_copies > 1 ? ` Every parameter is held ${answer.parameter_copies} times.` : ''}${(answer.warnings || []).map((warning) => ` ${warning}.`.replace('..', '.')).join('')}`);
    show(this.canvas.canvas, operations.count > 0);
    this.canvas.show(answer, operations, span, mostAlive);
  }
}

export class SchedulesView {
  readonly element: HTMLElement;
  private readonly panels: Panel[];
  private readonly numbers: [keyof ScheduleState, NumberControl][] = [];
  private readonly play = h('button', { type: 'button', class: 'primary', onclick: () => this.toggle() }, 'Play');
  private readonly scrub = h('input', { type: 'range', min: 0, max: 1000, value: 1000, 'aria-label': 'Time in the step', oninput: () => this.keep(Number(this.scrub.value) / 1000) });
  private readonly clock = h('span', { class: 'figure small clock' });
  private readonly verdict = h('p', { class: 'lead', 'aria-live': 'off' });
  private state: ScheduleState | null = null;
  private shown = '';
  private span = 1;
  private share = 1;
  private playing = 0;
  private readonly numberGrid: HTMLElement;
  private readonly ofJob: OfJob;

  constructor(core: Core, private readonly jobs: Jobs, private readonly changed: (state: ScheduleState) => void, private readonly announcer: Announcer, showView: (view: View) => void) {
    const change = (changes: Partial<ScheduleState>) => { if (this.state) this.changed({ ...this.state, ...changes }); };
    const number = (key: keyof ScheduleState, label: string, about: string, values: number[], step = '1') => {
      const control = new NumberControl(label, about, () => values, (value) => change({ [key]: value }), step);
      this.numbers.push([key, control]);
      return control.element;
    };
    this.panels = [new Panel('Schedule', core, 'left', change, announcer), new Panel('Beside it', core, 'right', change, announcer)];
    this.numberGrid = h('div', { class: 'grid-controls' },
      number('p', 'stages p', 'Devices of the pipeline', stages),
      number('m', 'micro-batches m', 'Of one step', microBatches),
      number('f', 'forward', 'Time of a micro-batch on a stage', times, 'any'),
      number('b', 'backward', 'Time of its whole backward pass', times, 'any'),
      number('w', 'weights of it', 'The half that nobody waits for, where a schedule cuts the backward in two', times, 'any'),
      number('send', 'send', 'Time of a send from a stage to the next', times, 'any'));
    this.ofJob = new OfJob(change, showView);
    const key = (name: string, css: string) => h('li', {}, h('i', { class: `swatch ${css}` }), name);
    this.element = h('div', { class: 'view schedules' },
      h('section', { class: 'card', 'aria-label': 'Shape and times' },
        this.numberGrid,
        this.ofJob.element,
        this.verdict,
        h('div', { class: 'row player' }, this.play, this.scrub, this.clock),
        h('ul', { class: 'legend' }, key('forward', 'op-forward'), key('backward', 'op-backward'), key('backward for weights', 'op-weight'), key('idle', 'op-idle'), key('micro-batches alive, on the right', 'op-alive'))),
      h('div', { class: 'two' }, ...this.panels.map((panel) => panel.element)));
    onSchemeChange(() => { for (const panel of this.panels) panel.canvas.refresh(); });
    new ResizeObserver(() => { for (const panel of this.panels) panel.canvas.refresh(); }).observe(this.element);
  }

  // `answer`: of the job, where its pipeline is shown.
  update(state: ScheduleState, job: Job, answer: Answer): void {
    this.state = state;
    show(this.numberGrid, state.of === '');
    for (const [key, control] of this.numbers) control.update(state[key]);
    const { at: _, ...rest } = state;
    const asked = JSON.stringify(rest) + colour('ink') + (state.of === 'job' ? this.jobs.question(job) : '');
    if (asked !== this.shown) {
      this.shown = asked;
      const problem = state.of === 'job' && !answer.place?.fits ? 'The job is not placed, so it has no times: see Layouts.' : '';
      for (const panel of this.panels) panel.ask(state, problem);
      this.span = Math.max(1e-9, ...this.panels.map((panel) => panel.run?.answer.makespan ?? 0));
      const mostAlive = Math.max(1, ...this.panels.map((panel) => panel.mostAlive()));
      for (const panel of this.panels) panel.draw(this.span, mostAlive);
      this.element.querySelector('.two')?.classList.toggle('one', state.right === '');
      this.stop();
      this.compare(state);
    }
    this.ofJob.update(state, job, this.panels.find((panel) => panel.run)?.run?.answer);
    if (!this.playing) this.seek(state.at === '' ? 1 : Number(state.at));
  }

  private compare(state: ScheduleState): void {
    const [left, right] = this.panels.map((panel) => panel.run?.answer);
    let text = '';
    if (left) {
      const bubble = percent(left.bubble_over_step, 1);
      text = `${nice[state.left] || state.left} leaves ${state.of === 'job' ? 'a device in the mean' : 'every device'} idle for ${bubble} of the step with ${plural(left.micro_batches, 'micro-batch')} on ${plural(left.stages, 'stage')}.`;
      if (right) {
        const faster = left.makespan / right.makespan - 1;
        const name = nice[state.right] || state.right;
        if (Math.abs(faster) < 5e-4) text += ` ${name} takes as long.`;
        else text += ` ${name} is ${(Math.abs(faster) * 100).toFixed(1)} % ${faster > 0 ? 'faster' : 'slower'}, idle for ${percent(right.bubble_over_step, 1)}.`;
      }
    }
    setText(this.verdict, text);
    if (text) this.announcer.say(text);
  }

  private seek(share: number): void {
    this.share = share;
    for (const panel of this.panels) panel.canvas.play(share >= 1 ? Infinity : share * this.span);
    this.scrub.value = String(Math.round(share * 1000));
    setText(this.clock, share >= 1 ? 'whole step' : `at ${timeText(this.panels.find((panel) => panel.run)?.run?.answer ?? null, Number((share * this.span).toPrecision(3)))}`);
  }

  // Where it rests is in the address; while it plays the address stays.
  private keep(share: number): void {
    this.stop();
    this.seek(share);
    if (this.state) this.changed({ ...this.state, at: share >= 1 ? '' : String(Number(share.toFixed(4))) });
  }

  private toggle(): void {
    if (this.playing) {
      this.keep(this.share);
      return;
    }
    if (this.share >= 1) this.seek(0);
    let before = performance.now();
    const seconds = Math.min(14, Math.max(5, this.span / 6));
    const frame = (now: number) => {
      this.seek(Math.min(1, this.share + (now - before) / 1000 / seconds));
      before = now;
      if (this.share >= 1) this.keep(1);
      else if (this.element.offsetParent === null) this.stop();
      else this.playing = requestAnimationFrame(frame);
    };
    this.playing = requestAnimationFrame(frame);
    setText(this.play, 'Pause');
  }

  private stop(): void {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    setText(this.play, 'Play');
  }
}

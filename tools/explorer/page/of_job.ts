// Whose stages and times the schedules have: a job's, as Layouts shows it, or those set by hand; and the ways between them.

import { ScheduleAnswer } from './core';
import { h, setText, show } from './dom';
import { plural, time } from './format';
import { isAsShipped } from './job';
import { Job, ScheduleState, View } from './state';

function range([least, most]: [number, number]): string {
  const [a, b] = [time(least), time(most)];
  return a === b ? a : `${a} to ${b}`;
}

// Milliseconds as the fields take them.
function milliseconds(seconds: number): string {
  return String(Number((seconds * 1e3).toPrecision(4)));
}

export class OfJob {
  readonly element: HTMLElement;
  private readonly text = h('p', { class: 'of-job' });
  private readonly back: HTMLElement;
  private readonly byHand: HTMLElement;
  private readonly take: HTMLElement;
  private answer: ScheduleAnswer | undefined;

  constructor(change: (changes: Partial<ScheduleState>) => void, showView: (view: View) => void) {
    const button = (text: string, press: () => void) => h('button', { type: 'button', class: 'quiet', onclick: press }, text);
    this.back = button('Back to the layout', () => showView('layouts'));
    this.byHand = button('Set stages and times by hand', () => change({ of: '', ...this.asNumbers() }));
    this.take = button('', () => showView('schedules'));
    this.element = h('div', { class: 'of-job-row' }, this.text, h('div', { class: 'row' }, this.back, this.byHand, this.take));
  }

  // `answer`: of one of the schedules that ran.
  update(state: ScheduleState, job: Job, answer: ScheduleAnswer | undefined): void {
    this.answer = answer;
    const isJob = state.of === 'job';
    for (const element of [this.text, this.back, this.byHand]) show(element, isJob);
    show(this.take, !isJob);
    const name = `${job.layout}${isAsShipped(job) ? '' : ' as you changed it'}`;
    setText(this.take, `The pipeline of ${name}, with its times`);
    if (!isJob) return;
    const { times } = answer ?? {};
    setText(this.text, `The pipeline of ${name} on ${job.on}.${answer && times ? ` ${plural(answer.stages, 'stage')}, ${plural(answer.micro_batches, 'micro-batch')}; by the ${times.model} model a micro-batch takes `
      + `${range(times.forward)} forward and ${range(times.backward)} backward on a stage${answer.stages > 1 ? `, a send ${time(times.send)}` : ''}. Gradients and the optimizer, once a step, come after it.` : ''}`);
  }

  // The longest stage's, in milliseconds.
  private asNumbers(): Partial<ScheduleState> {
    const { answer } = this;
    if (!answer?.times) return {};
    const { forward, backward, weight, send } = answer.times;
    return {
      p: String(answer.stages), m: String(answer.micro_batches), f: milliseconds(forward[1]), b: milliseconds(backward[1]),
      w: milliseconds(Math.min(weight[1], backward[1])), send: milliseconds(send), at: '',
    };
  }
}

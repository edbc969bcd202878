// The first view's invitation: GPT-3 in 80 GB, and then what the bubble costs with few micro-batches.

import { Answer } from './core';
import { h, setText } from './dom';
import { gibibytes, percent, plural } from './format';
import { Jobs } from './job';
import { Job } from './state';

const layout = 'gpt3-175b-64';
// One box of eight GPUs, tensor parallel over all of it, as many sequences as the published run.
export const firstSettings: Record<string, string> = { 'parallel.pp': '1', 'pipeline.schedule': '1f1b', 'pipeline.chunks': '1' };

export class Tour {
  readonly element: HTMLElement;
  private readonly steps: { item: HTMLElement; told: HTMLElement }[] = [];

  constructor(private readonly jobs: Jobs, go: (job: Job) => void, job: () => Job) {
    const to = (set: Record<string, string>) => () => go(jobs.changed({ ...job(), layout, on: 'hgx-a100', set: {} }, set));
    const step = (title: string, text: string, action: string, set: Record<string, string>) => {
      const told = h('span', { class: 'told' });
      const item = h('li', {}, h('b', {}, title), h('span', {}, text), h('span', { class: 'row' }, h('button', { type: 'button', onclick: to(set) }, action), told));
      this.steps.push({ item, told });
      return item;
    };
    this.element = h('section', { class: 'tour', 'aria-labelledby': 'tour-title' },
      h('h2', { id: 'tour-title' }, 'Does GPT-3 fit in 80 GB?'),
      h('ol', {},
        step('Start with eight GPUs', 'One server, every layer cut over its eight GPUs. 175 billion parameters are too many for them.', 'Eight GPUs', firstSettings),
        step('Make it fit', 'Move pp: cut the layers into stages, and add servers, until the fullest stage is under the line.', 'Eight stages', { 'parallel.pp': '8', 'pipeline.schedule': '1f1b', 'pipeline.chunks': '1' }),
        step('Pay for it', 'Stages wait for each other. Move the batch down to few micro-batches and watch the bubble grow.', 'Eight micro-batches', { 'parallel.pp': '8', 'pipeline.schedule': '1f1b', 'pipeline.chunks': '1', 'batch.sequences': '8' })));
  }

  update(job: Job, answer: Answer): void {
    const memory = answer.place?.memory;
    const step = answer.place?.step;
    const here = job.layout === layout && this.jobs.value(job, 'model') === 'gpt3-175b';
    const stages = this.jobs.number(job, 'parallel.pp');
    const micro = answer.micro_batches ?? 0;
    const at = !here || !memory ? -1 : !memory.fits ? 0 : micro >= 2 * stages ? 1 : 2;
    this.steps.forEach(({ item, told }, i) => {
      item.classList.toggle('here', i === at);
      let text = '';
      if (i === at && memory && step) {
        text = [`now ${gibibytes(memory.total)} a GPU, ${gibibytes(memory.over)} too much`,
          `now ${gibibytes(memory.total)} on ${plural(answer.place?.ranks ?? 0, 'GPU')}: it fits`,
          `now ${plural(micro, 'micro-batch')}: ${percent(step.bubble, step.seconds)} of the step is bubble`][i];
      }
      setText(told, text);
    });
  }
}

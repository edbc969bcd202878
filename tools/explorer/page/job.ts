// What may be done with a job: its settings, how one follows from another, and where a model starts from.

import { Answer, Catalogue, Core, Layout } from './core';
import { Job } from './state';

// Where models start that no shipped layout is of: our choices, no published runs.
const starts: Record<string, { layout: string; set: Record<string, string> }> = {
  'llama3-8b': { layout: 'llama3-405b-8k', set: { 'parallel.tp': '1', 'parallel.pp': '1', 'parallel.dp': '64', 'batch.sequences': '512' } },
  'llama3-70b': { layout: 'llama3-405b-8k', set: { 'parallel.pp': '4', 'parallel.dp': '16', 'batch.sequences': '512' } },
  'mixtral-8x7b': { layout: 'llama3-405b-8k', set: { 'parallel.tp': '2', 'parallel.pp': '4', 'parallel.dp': '16', 'parallel.ep': '8', 'batch.sequences': '512' } },
  'korthikanti-22b': { layout: 'gpt3-175b-64', set: { 'parallel.pp': '1', 'batch.sequences': '4', 'batch.micro': '4' } },
  'korthikanti-530b': { layout: 'gpt3-175b-64', set: { 'parallel.pp': '35', 'batch.sequences': '280', 'pipeline.schedule': 'interleaved', 'pipeline.chunks': '3' } },
  'korthikanti-1t': { layout: 'gpt3-175b-64', set: { 'parallel.pp': '64', 'batch.sequences': '512', 'pipeline.schedule': '1f1b', 'pipeline.chunks': '1' } },
};
const plainPipeline = { 'pipeline.schedule': '1f1b', 'pipeline.chunks': '1', 'pipeline.count_embedding_and_head': 'false' };

export class Jobs {
  constructor(private readonly core: Core, readonly catalogue: Catalogue) {}

  layoutOf(job: Job): Layout {
    return this.catalogue.layouts.find((layout) => layout.name === job.layout) || this.catalogue.layouts[0];
  }

  value(job: Job, key: string): string {
    return job.set[key] ?? this.layoutOf(job).settings[key] ?? '';
  }

  number(job: Job, key: string): number {
    return Number(this.value(job, key));
  }

  experts(job: Job): number {
    return this.catalogue.models.find((model) => model.name === this.value(job, 'model'))?.experts ?? 0;
  }

  gpus(job: Job): number {
    return ['tp', 'cp', 'pp', 'dp'].reduce((product, name) => product * this.number(job, `parallel.${name}`), 1);
  }

  // "tp 8 x pp 16 x dp 64"
  degrees(job: Job): string {
    const some = ['tp', 'cp', 'pp', 'dp'].map((name) => [name, this.number(job, `parallel.${name}`)] as const).filter(([, degree]) => degree > 1);
    return some.length === 0 ? 'tp 1' : some.map(([name, degree]) => `${name} ${degree}`).join(' x ');
  }

  // The job with some settings changed, and what must follow them changed too. What is as in the layout is no change.
  changed(job: Job, changes: Record<string, string>): Job {
    const next: Job = { ...job, set: { ...job.set, ...changes } };
    this.settlePipeline(next, changes);
    this.settleExperts(next, changes);
    this.settleBatch(next, changes);
    return this.tidy(next);
  }

  // A model's own layout, or where it starts.
  withModel(job: Job, model: string): Job {
    const own = this.catalogue.layouts.find((layout) => layout.model === model);
    if (own) return { ...job, layout: own.name, set: {} };
    const start = starts[model] || { layout: this.catalogue.layouts[0].name, set: {} };
    return this.tidy({ ...job, layout: start.layout, set: { ...plainPipeline, ...start.set, model } });
  }

  question(job: Job): string {
    const lines = [`layout=${job.layout}`, `on=${job.on}`, `times=${job.times}`];
    for (const [key, value] of Object.entries(job.set)) lines.push(`${key}=${value}`);
    return lines.join('\n');
  }

  place(job: Job): Answer {
    return JSON.parse(this.core.placeText(this.question(job))) as Answer;
  }

  // The layout as it is shipped, on this machine or as many of its GPUs' boxes or racks as it takes, if that can be placed.
  placeable(job: Job): Job | null {
    const gpu = this.catalogue.topologies.find((topology) => topology.name === job.on)?.gpu;
    const alike = this.catalogue.topologies.filter((topology) => topology.is_domain && topology.gpu === gpu).map((topology) => topology.name);
    for (const on of [job.on, ...alike, 'hgx-h100']) {
      const plain: Job = { ...job, on, set: {} };
      if (this.place(plain).place?.fits) return plain;
    }
    return null;
  }

  // The same on a command line.
  command(job: Job): string {
    const words = ['railyard place', job.layout, '--on', job.on];
    if (job.times !== this.catalogue.times[0]) words.push('--model', job.times);
    for (const [key, value] of Object.entries(job.set)) words.push(`--${flag(key)} ${value}`);
    return words.join(' ');
  }

  private settlePipeline(job: Job, changes: Record<string, string>): void {
    const schedule = this.value(job, 'pipeline.schedule');
    const chunks = this.number(job, 'pipeline.chunks');
    if ('pipeline.schedule' in changes) {
      if (schedule === 'dualpipe') job.set['pipeline.chunks'] = '2';
      else if (schedule !== 'interleaved') job.set['pipeline.chunks'] = '1';
      else if (chunks < 2) job.set['pipeline.chunks'] = '2';
    } else if ('pipeline.chunks' in changes && schedule !== 'dualpipe') {
      job.set['pipeline.schedule'] = chunks > 1 ? 'interleaved' : schedule === 'interleaved' ? '1f1b' : schedule;
    }
    // A stage without a layer is no stage: fewer chunks where there are more stages.
    if (this.value(job, 'pipeline.schedule') !== 'interleaved') return;
    const ends = this.value(job, 'pipeline.count_embedding_and_head') === 'true' ? 2 : 0;
    const layers = (this.catalogue.models.find((model) => model.name === this.value(job, 'model'))?.layers ?? 1) + ends;
    const most = Math.floor(layers / this.number(job, 'parallel.pp'));
    if (this.number(job, 'pipeline.chunks') > most && most >= 1) {
      job.set['pipeline.chunks'] = String(most);
      if (most === 1) job.set['pipeline.schedule'] = '1f1b';
    }
  }

  private settleExperts(job: Job, changes: Record<string, string>): void {
    if (!['parallel.tp', 'parallel.cp', 'parallel.dp'].some((key) => key in changes)) return;
    const perStage = this.gpus(job) / this.number(job, 'parallel.pp');
    const experts = this.experts(job);
    let ep = this.number(job, 'parallel.ep');
    while (ep > 1 && (perStage % (ep * this.number(job, 'parallel.etp')) !== 0 || (experts > 0 && experts % ep !== 0))) --ep;
    job.set['parallel.ep'] = String(ep);
  }

  // The nearest batch that is whole micro-batches for every replica.
  private settleBatch(job: Job, changes: Record<string, string>): void {
    if (!('parallel.dp' in changes || 'batch.micro' in changes)) return;
    const atOnce = this.number(job, 'parallel.dp') * this.number(job, 'batch.micro');
    const sequences = this.number(job, 'batch.sequences');
    if (atOnce > 0 && sequences % atOnce !== 0) job.set['batch.sequences'] = String(Math.max(1, Math.round(sequences / atOnce)) * atOnce);
  }

  private tidy(job: Job): Job {
    const own = this.layoutOf(job).settings;
    const set: Record<string, string> = {};
    for (const [key, value] of Object.entries(job.set)) if (own[key] !== value) set[key] = value;
    // A schedule follows from its chunks where a file leaves it out, so the two go together.
    if ('pipeline.schedule' in set || 'pipeline.chunks' in set) {
      for (const key of ['pipeline.schedule', 'pipeline.chunks']) set[key] = job.set[key] ?? own[key];
    }
    return { ...job, set };
  }
}

export function isAsShipped(job: Job): boolean {
  return Object.keys(job.set).length === 0;
}

// "gpt3-175b-64, changed: tp, micro."
export function changesText(job: Job): string {
  return `${job.layout}, changed: ${Object.keys(job.set).map((key) => key.replace(/^.*\./, '')).join(', ')}.`;
}

function flag(key: string): string {
  if (key === 'model') return 'model-file';
  return key.replace(/^.*\./, '').replace(/_/g, '-');
}

// The controls of a job: what it is, where it runs, and how it is cut.

import { Choice, ChoiceControl, Control, NumberControl, SwitchControl, TextControl } from './controls';
import { h, show } from './dom';
import { count, gibibytes } from './format';
import { Jobs } from './job';
import { Job } from './state';

const degrees = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 35, 36, 40, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 1536, 2048];
const micros = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
const perReplica = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 120, 128, 192, 256, 384, 512, 768, 1024];
const lengths = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576];
const orders = ['tp,cp,dp,pp', 'tp,cp,pp,dp', 'tp,dp,cp,pp', 'cp,tp,dp,pp', 'tp,cp,dp:2,pp,dp', 'tp,cp,dp:2,pp:4,pp,dp', 'pp,tp,cp,dp', 'dp,tp,cp,pp'];

export class LayoutControls {
  readonly element: HTMLElement;
  private readonly bound: [string, Control][] = [];
  private readonly model: ChoiceControl;
  private readonly layout: ChoiceControl;
  private readonly on: ChoiceControl;
  private readonly times: ChoiceControl;
  private readonly expertRow: HTMLElement;
  private readonly imbalanceRow: HTMLElement;
  private readonly batch: NumberControl;
  private job: Job;

  constructor(private readonly jobs: Jobs, job: Job, private readonly changed: (job: Job) => void) {
    this.job = job;
    const catalogue = jobs.catalogue;
    this.model = new ChoiceControl('Model', 'What is trained', () => this.models(), (value) => changed(jobs.withModel(this.job, value)));
    this.layout = new ChoiceControl('Start from', 'A shipped layout; what you move changes it', () => this.layouts(),
      (value) => changed({ ...this.job, layout: value, set: {} }));
    this.on = new ChoiceControl('Runs on', 'A machine, or as many of a box or rack as the job needs', () => this.topologies(),
      (value) => changed({ ...this.job, on: value }));
    this.times = new ChoiceControl('Times by', 'calibrated: fitted to published runs; reference: plain arithmetic', () =>
      catalogue.times.map((value) => ({ value, text: value === 'calibrated' ? 'calibrated model' : 'reference model' })),
    (value) => changed({ ...this.job, times: value }));

    const number = (key: string, label: string, about: string, values: () => number[]) => this.bind(key, new NumberControl(label, about, values, this.setter(key)));
    const choice = (key: string, label: string, about: string) =>
      this.bind(key, new ChoiceControl(label, about, () => (catalogue.choices[key] || []).map((value) => ({ value, text: value })), this.setter(key)));
    const toggle = (key: string, label: string, about: string) => this.bind(key, new SwitchControl(label, about, this.setter(key)));
    const text = (key: string, label: string, about: string, suggestions: string[]) => this.bind(key, new TextControl(label, about, suggestions, this.setter(key)));

    this.expertRow = number('parallel.ep', 'ep', 'Expert parallel: experts dealt out over the ranks of a stage', () => this.expertDegrees());
    this.imbalanceRow = this.bind('expert_imbalance', new NumberControl('imbalance', 'Tokens of the fullest expert rank over the mean; 0: as the routing has it',
      () => [0, 1, 1.05, 1.1, 1.2, 1.3, 1.5, 2, 3].filter((times) => times <= Math.max(1, jobs.number(this.job, 'parallel.ep'))), this.setter('expert_imbalance'), 'any'));
    this.batch = new NumberControl('batch', 'Sequences of the whole job in one step', () => {
      const atOnce = Math.max(1, jobs.number(this.job, 'parallel.dp') * jobs.number(this.job, 'batch.micro'));
      return perReplica.map((n) => n * atOnce);
    }, this.setter('batch.sequences'));
    this.bind('batch.sequences', this.batch);

    this.element = h('div', { class: 'controls' },
      h('section', { 'aria-label': 'Job' }, this.model.element, this.layout.element, this.on.element),
      h('section', { 'aria-label': 'Degrees' }, h('h3', {}, 'Cut the model'),
        number('parallel.tp', 'tp', 'Tensor parallel: every layer cut over so many GPUs', () => degrees.filter((n) => n <= 64)),
        number('parallel.pp', 'pp', 'Pipeline parallel: so many stages of layers', () => degrees.filter((n) => n <= this.layers())),
        number('parallel.dp', 'dp', 'Data parallel: so many replicas', () => degrees),
        number('parallel.cp', 'cp', 'Context parallel: every sequence cut in so many parts', () => degrees.filter((n) => n <= 64)),
        this.expertRow),
      h('section', { 'aria-label': 'Batch' }, h('h3', {}, 'One step'),
        number('batch.micro', 'micro', 'Sequences of one micro-batch', () => micros),
        this.batch.element, this.batch.hint,
        number('batch.length', 'length', 'Tokens of a sequence', () => lengths)),
      h('section', { 'aria-label': 'Memory and pipeline' }, h('h3', {}, 'Trade memory for time'),
        choice('recompute', 'recompute', 'What the backward pass computes again'),
        choice('sharding', 'sharding', 'What data-parallel ranks share among themselves'),
        choice('pipeline.schedule', 'schedule', 'Of the pipeline'),
        number('pipeline.chunks', 'chunks', 'Pieces of the model on each stage (interleaved)', () => this.chunks())),
      h('section', { 'aria-label': 'Placement' }, h('h3', {}, 'Placement'),
        text('order', 'order', 'Dimensions and tiles, innermost first: tp,cp,dp:2,pp,dp', orders),
        text('placement.keep', 'keep', 'Dimensions or tiles that never straddle two domains', ['tp', 'tp,cp', 'ep', 'dp:2'])),
      h('details', { class: 'more' }, h('summary', {}, 'Everything else'),
        this.times.element,
        choice('placement.policy', 'policy', 'aligned: a block never straddles two domains; packed: every GPU is used'),
        number('placement.per_domain', 'GPUs used of a domain', '0: all', () => [0, 4, 8, 16, 32, 36, 64, 72].filter((n) => n <= this.domainGpus())),
        choice('precision', 'precision', 'Of matrix products'),
        choice('saves', 'saves', 'What a layer keeps for the backward pass'),
        choice('attention', 'attention', 'flash, or unfused: the matrix of scores is kept'),
        choice('routing', 'routing', 'Of tokens to experts'),
        this.imbalanceRow,
        choice('software', 'software', 'What hides traffic behind computation'),
        number('parallel.etp', 'etp', 'Tensor parallel inside an expert', () => [1, 2, 4, 8]),
        toggle('sequence_parallel', 'sequence parallel', 'Norms and residuals split over tp'),
        toggle('recompute_experts', 'recompute experts', 'Experts run again in the backward pass'),
        toggle('pipeline.count_embedding_and_head', 'embedding and head count as layers', 'When layers are dealt out to stages')));
  }

  update(job: Job): void {
    this.job = job;
    this.model.update(this.jobs.value(job, 'model'));
    this.layout.update(job.layout);
    this.on.update(job.on);
    this.times.update(job.times);
    show(this.expertRow, this.jobs.experts(job) > 0 || this.jobs.number(job, 'parallel.ep') > 1);
    show(this.imbalanceRow, this.jobs.experts(job) > 0);
    for (const [key, control] of this.bound) control.update(this.jobs.value(job, key));
    const micro = this.jobs.number(job, 'batch.sequences') / (this.jobs.number(job, 'parallel.dp') * this.jobs.number(job, 'batch.micro'));
    this.batch.setHint(Number.isInteger(micro) ? `${micro} micro-batch${micro === 1 ? '' : 'es'} a replica` : '');
  }

  private bind(key: string, control: Control): HTMLElement {
    control.element.dataset.key = key;
    this.bound.push([key, control]);
    return control.element;
  }

  private setter(key: string): (value: string) => void {
    return (value) => this.changed(this.jobs.changed(this.job, { [key]: value }));
  }

  private layers(): number {
    return this.jobs.catalogue.models.find((model) => model.name === this.jobs.value(this.job, 'model'))?.layers ?? 128;
  }

  private domainGpus(): number {
    return this.jobs.catalogue.topologies.find((topology) => topology.name === this.job.on)?.domain_gpus ?? Infinity;
  }

  private chunks(): number[] {
    const most = Math.max(1, Math.floor(this.layers() / this.jobs.number(this.job, 'parallel.pp')));
    return [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16].filter((n) => n <= most);
  }

  private expertDegrees(): number[] {
    const perStage = this.jobs.gpus(this.job) / this.jobs.number(this.job, 'parallel.pp') / this.jobs.number(this.job, 'parallel.etp');
    const experts = this.jobs.experts(this.job);
    return degrees.filter((n) => perStage % n === 0 && (experts === 0 || experts % n === 0));
  }

  private models(): Choice[] {
    return this.jobs.catalogue.models
      .map((model) => ({ value: model.name, parameters: model.parameters, text: `${nice(model.name)} · ${count(model.parameters)}` }))
      .sort((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));
  }

  private layouts(): Choice[] {
    const model = this.jobs.value(this.job, 'model');
    const own = this.jobs.catalogue.layouts.filter((layout) => layout.model === model || layout.name === this.job.layout);
    return own.map((layout) => ({ value: layout.name, text: layout.published_source ? `${layout.name} (published)` : layout.name }));
  }

  private topologies(): Choice[] {
    return this.jobs.catalogue.topologies.map((topology) => ({
      value: topology.name,
      text: `${topology.name} · ${gibibytes(topology.gpu_memory)}`,
      group: topology.is_domain ? 'As many as the job needs of one kind' : 'Machines with a network',
    }));
  }
}

// "llama3-405b" as people write it.
export function nice(model: string): string {
  const known: Record<string, string> = { gpt3: 'GPT-3', llama3: 'Llama 3', deepseek: 'DeepSeek', mixtral: 'Mixtral', megatron: 'Megatron', korthikanti: 'Korthikanti' };
  const [first, ...rest] = model.split('-');
  return [known[first] || first, ...rest.map((word) => word.toUpperCase())].join(known[first] === 'DeepSeek' || known[first] === 'Mixtral' ? '-' : ' ').replace(/(\d)X(\d)/, '$1x$2');
}

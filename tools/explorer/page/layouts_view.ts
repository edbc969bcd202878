// Layouts: a model cut over a machine. Memory, the step, hops and tokens per second, all at once.

import { Answer, Layout, Problem } from './core';
import { MemoryChart, StepChart } from './bars';
import { Announcer, h, setText, show } from './dom';
import { exactTime, gibibytes, grouped, percent, perSecond, plural } from './format';
import { HopsTable } from './hops_table';
import { changesText, isAsShipped, Jobs } from './job';
import { LayoutControls } from './layout_controls';
import { problemLines, problemsOf } from './problems';
import { Job } from './state';
import { Tour } from './tour';

interface Verdict {
  element: HTMLElement;
  value: HTMLElement;
  note: HTMLElement;
}

function verdict(label: string): Verdict {
  const value = h('span', { class: 'big figure' });
  const note = h('span', { class: 'note' });
  return { element: h('div', { class: 'verdict' }, h('span', { class: 'label' }, label), value, note), value, note };
}

const rates = ['Model FLOPs a GPU', 'MFU', 'GPU-hours for 10^12 tokens'];

export class LayoutsView {
  readonly element: HTMLElement;
  private readonly controls: LayoutControls;
  private readonly tour: Tour;
  private readonly gpus = verdict('GPUs');
  private readonly memory = verdict('Memory of a GPU');
  private readonly step = verdict('One step');
  private readonly speed = verdict('Tokens');
  private readonly memoryChart = new MemoryChart();
  private readonly stepChart = new StepChart();
  private readonly hops = new HopsTable();
  private readonly remedies = h('div', { class: 'remedies' });
  private readonly problems = h('div', { class: 'problems', role: 'alert' });
  private readonly notes = h('ul', { class: 'notes small' });
  private readonly published = h('p', { class: 'published' });
  private readonly rateValues = rates.map(() => h('dd', { class: 'figure' }));
  private readonly rates = h('dl', { class: 'figures rates' }, ...rates.map((name, i) => h('div', {}, h('dt', {}, name), this.rateValues[i])));
  private readonly command = h('code', {});
  private readonly about = h('p', { class: 'muted' });
  private readonly results: HTMLElement;
  private job: Job;
  private noted = '';
  private worked: Job | null = null;  // what the results are of

  constructor(private readonly jobs: Jobs, job: Job, private readonly changed: (job: Job) => void, private readonly announcer: Announcer,
    showView: (view: 'schedules' | 'racks') => void) {
    this.job = job;
    this.controls = new LayoutControls(jobs, job, changed);
    this.tour = new Tour(jobs, changed, () => this.job);
    const copy = h('button', { type: 'button', class: 'quiet', onclick: () => void this.copy(copy) }, 'Copy');
    const card = (title: string, ...content: (Node | null)[]) => h('section', { class: 'card', 'aria-label': title }, h('h3', {}, title), ...content);
    this.results = h('div', { class: 'results' },
      h('div', { class: 'cards' },
        card('Memory of every stage', this.memoryChart.element, this.remedies),
        card('Where the step goes', this.published, this.stepChart.element,
          this.rates, h('p', { class: 'links' }, h('button', { type: 'button', class: 'quiet', onclick: () => showView('schedules') }, 'See its pipeline run')))),
      card('What stays on NVLink, and what leaves it', this.hops.element,
        h('p', { class: 'links' }, h('button', { type: 'button', class: 'quiet', onclick: () => showView('racks') }, 'See its racks'))),
      this.notes);
    this.element = h('div', { class: 'view layouts' },
      this.tour.element,
      h('div', { class: 'verdicts', role: 'group', 'aria-label': 'In short' }, this.gpus.element, this.memory.element, this.step.element, this.speed.element),
      h('div', { class: 'columns-2' },
        h('aside', { class: 'card side', 'aria-label': 'Controls' }, this.controls.element),
        h('div', { class: 'main' }, this.about, this.problems, this.results,
          h('section', { class: 'card command', 'aria-label': 'The same on the command line' }, h('h3', {}, 'The same on the command line'), h('div', { class: 'command-line' }, this.command, copy)))));
  }

  update(job: Job, answer: Answer): void {
    this.job = job;
    this.controls.update(job);
    this.tour.update(job, answer);
    const place = answer.place;
    const problems = problemsOf(answer, this.jobs.degrees(job));
    this.tell(problems);
    this.results.classList.toggle('stale', problems.length > 0);
    show(this.results, problems.length === 0 || this.worked !== null);
    setText(this.command, this.jobs.command(job));
    const layout = this.jobs.layoutOf(job);
    const own = isAsShipped(job);
    setText(this.about, own ? layout.about : changesText(job));
    setText(this.gpus.value, grouped(this.jobs.gpus(job)));
    if (!place || !place.fits || !place.memory || !place.step) {
      for (const one of [this.memory, this.step, this.speed]) {
        setText(one.value, '–');
        setText(one.note, '');
      }
      setText(this.gpus.note, problems.length > 0 ? 'cannot be placed' : '');
      this.memory.element.dataset.answer = '';
      this.announcer.say(problems.map((problem) => problem.message).join('. '));
      return;
    }
    this.worked = job;
    show(this.results, true);
    this.verdicts(answer);
    this.memoryChart.update(place.memory);
    this.offerRemedies(place.memory.remedies, place.memory.fits);
    this.stepChart.update(answer);
    this.compare(answer, layout, own);
    this.hops.update(place);
    const notes = [...(answer.notes || []), ...place.notes];
    if (notes.join('\n') !== this.noted) this.notes.replaceChildren(...notes.map((note) => h('li', {}, note)));
    this.noted = notes.join('\n');
    const { memory, step } = place;
    this.announcer.say(`${plural(place.ranks, 'GPU')}, ${gibibytes(memory.total)} of ${gibibytes(memory.capacity)} memory, ${memory.fits ? 'fits' : 'does not fit'}, step ${exactTime(step.seconds)}, bubble ${percent(step.bubble, step.seconds)}`);
  }

  private verdicts(answer: Answer): void {
    const place = answer.place;
    if (!place?.memory || !place.step || !place.placement) return;
    const { memory, step, placement } = place;
    setText(this.gpus.note, `${plural(placement.domains_used, answer.domains?.word ?? 'domain')}${placement.gpus_idle > 0 ? `, ${grouped(placement.gpus_idle)} idle` : ''}`);
    setText(this.memory.value, gibibytes(memory.total));
    setText(this.memory.note, memory.fits ? `fits in ${gibibytes(memory.capacity)}` : `${gibibytes(memory.over)} too much`);
    this.memory.element.dataset.answer = memory.fits ? 'yes' : 'no';
    setText(this.rateValues[0], perSecond(step.tflops_per_gpu_model * 1e12, 'FLOP/s'));
    setText(this.rateValues[1], `${(step.mfu * 100).toFixed(1)} %`);
    setText(this.rateValues[2], grouped(Math.round(step.gpu_hours)));
    setText(this.step.value, exactTime(step.seconds));
    setText(this.step.note, `${step.error_band ? `± ${step.error_band.percent.toFixed(0)} %, ` : ''}bubble ${percent(step.bubble, step.seconds)}`);
    setText(this.speed.value, perSecond(step.tokens_per_second_per_gpu * place.ranks, '/s').replace(/ (.?)\/s/, '$1/s'));
    setText(this.speed.note, `${grouped(Math.round(step.tokens_per_second_per_gpu))}/s a GPU, MFU ${(step.mfu * 100).toFixed(0)} %`);
  }

  private tell(problems: Problem[]): void {
    show(this.problems, problems.length > 0);
    if (problems.length > 0) this.problems.replaceChildren(...problemLines(problems), this.wayBack());
    this.element.querySelectorAll('.control[data-key]').forEach((control) => {
      const wrong = problems.some((problem) => problem.key === (control as HTMLElement).dataset.key);
      control.classList.toggle('wrong', wrong);
      for (const field of control.querySelectorAll('input, select')) {
        if (wrong) field.setAttribute('aria-invalid', 'true');
        else field.removeAttribute('aria-invalid');
      }
    });
  }

  // What is shown though the job cannot be placed, and how to get away from here.
  private wayBack(): HTMLElement {
    const { worked } = this;
    if (worked) {
      return h('p', {}, 'Nothing is placed. Below, faded, is the last job that was. ',
        h('button', { type: 'button', class: 'quiet', onclick: () => this.changed(worked) }, 'Back to it'));
    }
    const next = this.jobs.placeable(this.job);
    return h('p', {}, 'Nothing is placed, so there is nothing to show. ',
      next && h('button', { type: 'button', class: 'quiet', onclick: () => this.changed(next) }, `${next.layout} as it is shipped, on ${next.on}`));
  }

  private offerRemedies(remedies: { set: Record<string, string>; total: number; ranks: number }[], fits: boolean): void {
    if (fits) {
      this.remedies.replaceChildren();
      return;
    }
    if (remedies.length === 0) {
      this.remedies.replaceChildren(h('p', {}, 'No small change makes it fit.'));
      return;
    }
    this.remedies.replaceChildren(h('p', {}, 'What would make it fit:'), h('div', { class: 'chips' }, ...remedies.slice(0, 8).map((remedy) => {
      const words = Object.entries(remedy.set).map(([key, value]) => `${key.replace(/^.*\./, '').replace(/_/g, ' ')} ${value}`).join(', ');
      const more = remedy.ranks > this.jobs.gpus(this.job) ? `, ${plural(remedy.ranks, 'GPU')}` : '';
      return h('button', { type: 'button', class: 'chip', onclick: () => this.changed(this.jobs.changed(this.job, remedy.set)) }, h('b', {}, words), ` ${gibibytes(remedy.total)}${more}`);
    })));
  }

  private compare(answer: Answer, layout: Layout, own: boolean): void {
    const step = answer.place?.step;
    if (!step) return;
    const source = layout.published_source;
    if (step.published_seconds !== undefined && step.error_percent !== undefined && own) {
      const error = step.error_percent;
      setText(this.published, `Published: ${exactTime(step.published_seconds)} (${source}). The model is off by ${error > 0 ? '+' : ''}${error.toFixed(1)} % of the throughput.`);
    } else if (answer.calibration_lacks) {
      setText(this.published, `By the reference model: ${answer.calibration_lacks}.`);
    } else if (source && !own) {
      setText(this.published, 'Changed: no longer the run that was published.');
    } else if (source) {
      setText(this.published, `Published for ${(layout.published_gpu || 'another GPU').toUpperCase()} (${source}): nothing to compare on this machine.`);
    } else {
      setText(this.published, '');
    }
    show(this.published, this.published.textContent !== '');
  }

  private async copy(button: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.command.textContent || '');
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(this.command);
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
      button.textContent = 'Selected';
    }
    window.setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  }
}


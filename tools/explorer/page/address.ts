// An address that was written by hand, or for another version: what it asks for and the page does not have is told, with
// what is shown in its place.

import { Core, Problem } from './core';
import { Jobs } from './job';
import { Asked, firstSchedule, ScheduleState, State, views } from './state';

// A schedule's keys by those of its question.
const scheduleKeys: Record<string, 'p' | 'm' | 'f' | 'b' | 'w' | 'send'> = {
  stages: 'p', micro_batches: 'm', forward: 'f', backward: 'b', weight: 'w', send: 'send',
};
const most = 40;  // settings that are looked at: a page has fewer

export function scheduleQuestion(state: ScheduleState, side: 'left' | 'right'): string {
  const chunks = side === 'left' ? state.leftChunks : state.rightChunks;
  if (state.of === 'job') return [`of=job`, `schedule=${state[side]}`, `chunks=${chunks}`].join('\n');
  return [`schedule=${state[side]}`, `stages=${state.p}`, `micro_batches=${state.m}`, `chunks=${chunks}`, `forward=${state.f}`,
    `backward=${state.b}`, `weight=${state.w}`, `send=${state.send}`].join('\n');
}

// The state with every value that nothing may have replaced, and a sentence for each. What merely does not go together
// stays: the views say that beside what can be moved.
export function settle({ state: asked, strange, repeated }: Asked, first: State, jobs: Jobs, core: Core): { state: State; told: string[] } {
  const told = repeated.map(({ key, values }) => `${shortened(key.replace(/^.*\./, ''))}: the address has it ${values.length} times: ${shortened(values.join(', '))}. Taken: the last.`);
  const state: State = { ...asked, job: { ...asked.job, set: { ...asked.job.set } }, schedule: { ...asked.schedule }, racks: { ...asked.racks } };
  for (const view of strange.slice(0, 1)) told.push(`There is no view '${shortened(view)}' (there are ${views.join(', ')}). Shown: ${state.view}.`);
  settleJob(state, first, jobs, told);
  settleSchedule(state, core, told);
  if (!jobs.catalogue.dimensions.includes(state.racks.by)) {
    told.push(`by: there is no dimension '${shortened(state.racks.by)}' (there are ${jobs.catalogue.dimensions.join(', ')}). Used: ${first.racks.by}.`);
    state.racks.by = first.racks.by;
  }
  const { zoom } = state.racks;
  if (zoom !== '' && !/^\d{1,4}(\.\d{1,6})?(,-?\d(\.\d{1,6})?){2}$/.test(zoom)) {
    told.push(`zoom: '${shortened(zoom)}' is not TIMES,X,Y. All racks are shown.`);
    state.racks.zoom = '';
  }
  const ranks = jobs.gpus(state.job);
  const { rank } = state.racks;
  if (rank !== '' && !(/^\d{1,9}$/.test(rank) && Number(rank) < ranks)) {
    told.push(`rank: '${shortened(rank)}' is none of the ${ranks.toLocaleString('en-US')} ranks, which count from 0. No group is lit.`);
    state.racks.rank = '';
  }
  return { state, told };
}

function settleJob(state: State, first: State, jobs: Jobs, told: string[]): void {
  const { times } = jobs.catalogue;
  if (!times.includes(state.job.times)) {
    told.push(`times: '${shortened(state.job.times)}' is neither ${times.join(' nor ')}. Used: ${times[0]}.`);
    state.job.times = times[0];
  }
  for (let i = 0; i < most; ++i) {
    const wrong = (jobs.place(state.job).problems || []).filter((problem) => problem.is_value);
    if (wrong.length === 0) return;
    for (const problem of wrong) told.push(replaced(state, problem, first, jobs));
  }
}

function replaced(state: State, problem: Problem, first: State, jobs: Jobs): string {
  const { key } = problem;
  const told = (used: string) => `${key.replace(/^.*\./, '')}: ${shortened(problem.message)}${problem.hint ? ` (${problem.hint})` : ''}. ${used}.`;
  if (key === 'layout') {
    const own = jobs.catalogue.models.find((model) => model.name === state.job.layout);
    state.job = own ? { ...jobs.withModel(state.job, own.name) } : { ...state.job, layout: first.job.layout };
    return told(`Used: ${state.job.layout}`);
  }
  if (key === 'on') {
    state.job.on = first.job.on;
    return told(`Used: ${first.job.on}`);
  }
  delete state.job.set[key];
  const used = jobs.value(state.job, key);
  return told(used === '' ? 'Left out' : `Used: ${used}, as in ${state.job.layout}`);
}

function settleSchedule(state: State, core: Core, told: string[]): void {
  const { schedule } = state;
  if (!['', 'job'].includes(schedule.of)) {
    told.push(`of: '${shortened(schedule.of)}' is not 'job'. Used: the times of the address.`);
    schedule.of = '';
  }
  if (schedule.at !== '' && !(/^[01](\.\d{1,6})?$/.test(schedule.at) && Number(schedule.at) <= 1)) {
    told.push(`at: '${shortened(schedule.at)}' is not a share of the step, from 0 to 1. Shown: all of it.`);
    schedule.at = '';
  }
  const names = core.catalogue().schedules.map((row) => row.name);
  for (const side of ['left', 'right'] as const) {
    if (names.includes(schedule[side]) || (side === 'right' && schedule.right === '')) continue;
    told.push(`schedule: there is no '${shortened(schedule[side])}' (there are ${names.join(', ')}). Used: ${firstSchedule[side]}.`);
    schedule[side] = firstSchedule[side];
  }
  for (const side of ['left', 'right'] as const) {
    for (let i = 0; i < most && schedule[side] !== ''; ++i) {
      const [problem] = core.schedule(scheduleQuestion(schedule, side)).answer.problems || [];
      if (!problem?.is_value) break;
      const key: keyof ScheduleState = problem.key === 'chunks' ? `${side}Chunks` : scheduleKeys[problem.key];
      schedule[key] = firstSchedule[key];
      told.push(`${problem.key.replace('_', '-')}: ${shortened(problem.message)}. Used: ${firstSchedule[key]}.`);
    }
  }
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

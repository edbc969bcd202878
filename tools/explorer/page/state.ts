// What the page shows, as its address says it: #VIEW?KEY=VALUE&...

export type View = 'layouts' | 'schedules' | 'racks';
export const views: View[] = ['layouts', 'schedules', 'racks'];

// One job: a shipped layout, what of it is changed, where it runs, and by which model of times.
export interface Job {
  layout: string;
  on: string;
  times: string;
  set: Record<string, string>;
}

export interface ScheduleState {
  of: string;  // 'job': stages, micro-batches and times are those of the job; empty: those below
  p: string;
  m: string;
  f: string;
  b: string;
  w: string;
  send: string;
  left: string;
  leftChunks: string;
  right: string;  // empty: one schedule alone
  rightChunks: string;
  at: string;  // how much of the step is played, from 0 to 1; empty: all of it
}

export interface RacksState {
  by: string;  // the dimension that is coloured
  rank: string;  // whose group stays lit; empty: none
  zoom: string;  // TIMES,X,Y: how much nearer than all racks, and what of their picture is in the middle; empty: all
}

export interface State {
  view: View;
  job: Job;
  schedule: ScheduleState;
  racks: RacksState;
}

export const firstSchedule: ScheduleState = {
  of: '', p: '4', m: '8', f: '1', b: '2', w: '1', send: '0', left: '1f1b', leftChunks: '2', right: 'interleaved', rightChunks: '2', at: '',
};

const jobKeys = ['layout', 'on', 'times'] as const;
const racksKeys = ['by', 'rank', 'zoom'] as const;
const schedulePrefix = 's.';

export function toHash(state: State, first: State): string {
  const pairs: [string, string][] = [];
  for (const key of jobKeys) if (state.job[key] !== first.job[key] || key === 'layout') pairs.push([key, state.job[key]]);
  for (const [key, value] of Object.entries(state.job.set)) pairs.push([key, value]);
  for (const key of Object.keys(firstSchedule) as (keyof ScheduleState)[]) {
    if (state.schedule[key] !== firstSchedule[key]) pairs.push([schedulePrefix + key, state.schedule[key]]);
  }
  for (const key of racksKeys) if (state.racks[key] !== first.racks[key]) pairs.push([key, state.racks[key]]);
  const text = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':')}`);
  return `#${state.view}?${text.join('&')}`;
}

// An address that says nothing is the first view; one that names a job has that job and nothing of the first view's.
// `strange` is the view it names where there is no such view; of keys that it has several times the last counts.
export interface Asked {
  state: State;
  strange: string[];
  repeated: { key: string; values: string[] }[];
}

export function fromHash(hash: string, first: State): Asked {
  const state: State = { view: first.view, job: { ...first.job, set: { ...first.job.set } }, schedule: { ...firstSchedule }, racks: { ...first.racks } };
  const at = hash.indexOf('?');
  const view = hash.slice(0, at < 0 ? undefined : at).replace(/^#/, '');
  const query = at < 0 ? '' : hash.slice(at + 1);
  const isView = (views as string[]).includes(view);
  if (isView) state.view = view as View;
  const strange = isView || view === '' ? [] : [view];
  if (!query) return { state, strange, repeated: [] };
  const pairs = new URLSearchParams(query);
  if (pairs.has('layout')) state.job.set = {};
  pairs.forEach((value, key) => {
    const name = key.slice(schedulePrefix.length);
    if ((jobKeys as readonly string[]).includes(key)) state.job[key as typeof jobKeys[number]] = value;
    else if ((racksKeys as readonly string[]).includes(key)) state.racks[key as typeof racksKeys[number]] = value;
    else if (key.startsWith(schedulePrefix) && name in firstSchedule) state.schedule[name as keyof ScheduleState] = value;
    else state.job.set[key] = value;
  });
  const repeated = [...new Set(pairs.keys())].map((key) => ({ key, values: pairs.getAll(key) })).filter(({ values }) => new Set(values).size > 1);
  return { state, strange, repeated };
}

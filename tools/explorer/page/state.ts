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
}

export interface State {
  view: View;
  job: Job;
  schedule: ScheduleState;
  racks: { by: string };
}

export const firstSchedule: ScheduleState = {
  p: '4', m: '8', f: '1', b: '2', w: '1', send: '0', left: '1f1b', leftChunks: '2', right: 'interleaved', rightChunks: '2',
};

const jobKeys = ['layout', 'on', 'times'] as const;
const racksKey = 'by';
const schedulePrefix = 's.';

export function toHash(state: State, first: State): string {
  const pairs: [string, string][] = [];
  for (const key of jobKeys) if (state.job[key] !== first.job[key] || key === 'layout') pairs.push([key, state.job[key]]);
  for (const [key, value] of Object.entries(state.job.set)) pairs.push([key, value]);
  for (const key of Object.keys(firstSchedule) as (keyof ScheduleState)[]) {
    if (state.schedule[key] !== firstSchedule[key]) pairs.push([schedulePrefix + key, state.schedule[key]]);
  }
  if (state.racks.by !== first.racks.by) pairs.push([racksKey, state.racks.by]);
  const text = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':')}`);
  return `#${state.view}?${text.join('&')}`;
}

// An address that says nothing is the first view; one that names a job has that job and nothing of the first view's.
export function fromHash(hash: string, first: State): State {
  const state: State = { view: first.view, job: { ...first.job, set: { ...first.job.set } }, schedule: { ...firstSchedule }, racks: { ...first.racks } };
  const [view, query] = hash.replace(/^#/, '').split('?');
  if ((views as string[]).includes(view)) state.view = view as View;
  if (!query) return state;
  const pairs = new URLSearchParams(query);
  if (pairs.has('layout')) state.job.set = {};
  pairs.forEach((value, key) => {
    if ((jobKeys as readonly string[]).includes(key)) state.job[key as typeof jobKeys[number]] = value;
    else if (key === racksKey) state.racks.by = value;
    else if (key.startsWith(schedulePrefix)) {
      const name = key.slice(schedulePrefix.length);
      if (name in firstSchedule) state.schedule[name as keyof ScheduleState] = value;
    } else state.job.set[key] = value;
  });
  return state;
}

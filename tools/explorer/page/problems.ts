// What stands in the way of an answer, as the views tell it.

import { Answer, Problem } from './core';
import { h } from './dom';
import { plural } from './format';

// Of the question, or that the job of these degrees (Jobs.degrees) finds no place.
export function problemsOf(answer: Answer, degrees: string): Problem[] {
  const place = answer.place;
  if (answer.problems) return answer.problems;
  if (!place || place.fits) return [];
  return [{ key: 'on', message: `${degrees} make ${plural(place.ranks, 'GPU')}; ${place.why || 'the job does not fit'}`, hint: place.gpus_short ? `${plural(place.gpus_short, 'GPU')} short` : '' }];
}

export function problemLines(problems: Problem[]): HTMLElement[] {
  return problems.map((problem) => h('p', {}, h('b', {}, problem.key ? `${problem.key.replace(/^.*\./, '')}: ` : ''), problem.message,
    problem.hint ? h('span', { class: 'muted' }, ` (${problem.hint})`) : null));
}

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
  return problems.map((problem) => h('p', {}, h('b', {}, keyBefore(problem)), problem.message,
    problem.hint ? h('span', { class: 'muted' }, ` (${problem.hint})`) : null));
}

// "order: ", where the message does not begin with the key itself.
function keyBefore({ key, message }: Problem): string {
  const name = key.replace(/^.*\./, '');
  return name === '' || message.startsWith(`${name} `) ? '' : `${name}: `;
}

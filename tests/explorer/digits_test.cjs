// usage: digits_test.cjs PAGE PROGRAM
// The page shows what `railyard place --format json` says, digit for digit: a hundred jobs, each opened by its address as a
// link would, and what the program refuses is refused in the same words. The same of `railyard schedule`.
'use strict';
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const { withBrowser } = require('../browser/chromium.cjs');
const { points, question, command } = require('./points.cjs');

const [page, program] = process.argv.slice(2);
const url = `file://${page}`;

function hash({ layout, on, times, set }) {
  const pairs = [['layout', layout], ['on', on], ['times', times], ...Object.entries(set)];
  return `#layouts?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

function asked(args) {
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
}

// The answer that is on the screen when the address has been followed.
async function shown(tab, point) {
  await tab.evaluate((address) => { location.hash = address; }, hash(point));
  await tab.waitForFunction((wanted) => window.railyard.shown().question === wanted, question(point), { timeout: 60000 });
  return tab.evaluate(() => ({
    answer: window.railyard.shown().answer,
    step: document.querySelector('.verdicts').children[2].querySelector('.big').textContent,
    gpus: document.querySelector('.verdicts').children[0].querySelector('.big').textContent,
    problems: document.querySelector('.layouts .problems').textContent,
  }));
}

// "10.144 s" on the screen stands for 10.1437 seconds.
function reads(text, seconds) {
  const [, number, unit] = text.match(/^([\d.]+) (s|ms|us)$/);
  const scale = { s: 1, ms: 1e-3, us: 1e-6 }[unit];
  const digits = (number.split('.')[1] || '').length;
  return Math.abs(Number(number) * scale - seconds) <= 0.5000001 * scale * 10 ** -digits;
}

async function jobs(tab, catalogue) {
  let same = 0;
  let refused = 0;
  for (const point of points(catalogue, 400)) {
    if (same >= 100 && refused >= 10) break;
    const { answer, step, gpus, problems } = await shown(tab, point);
    const told = asked(command(point));
    const which = JSON.stringify(point);
    if (answer.problems) {
      assert.strictEqual(told.status, 2, `${which}: the page refuses ${JSON.stringify(answer.problems)}, the program does not`);
      for (const problem of answer.problems) {
        assert.ok(told.stderr.includes(problem.message), `${which}: '${problem.message}' is not in\n${told.stderr}`);
        assert.ok(problems.includes(problem.message), `${which}: '${problem.message}' is not on the screen`);
      }
      ++refused;
      continue;
    }
    assert.ok(told.status === 0 || told.status === 1, `${which}: ${told.stderr}`);
    const wanted = JSON.parse(told.stdout);
    // Notes of the program name lines of files.
    delete wanted.notes;
    delete answer.place.notes;
    assert.deepStrictEqual(answer.place, wanted, which);
    assert.strictEqual(JSON.stringify(answer.place), JSON.stringify(wanted), which);
    assert.strictEqual(gpus.replace(/,/g, ''), String(wanted.ranks), which);
    if (wanted.fits) assert.ok(reads(step, wanted.step.seconds), `${which}: '${step}' for ${wanted.step.seconds} s`);
    ++same;
  }
  console.log(`${same} jobs the same to the last digit, ${refused} refused in the same words`);
  assert.ok(same >= 100 && refused >= 10);
}

async function schedules(tab) {
  const runs = [];
  for (const name of ['gpipe', '1f1b', 'interleaved', 'zb-h1', 'dualpipe']) {
    for (const [p, m] of [[4, 8], [8, 32], [2, 4]]) runs.push([name, p, m, '1', '2', '0']);
    runs.push([name, 4, 16, '0.1', '0.25', '0.05']);
  }
  for (const [name, p, m, forward, backward, send] of runs) {
    const here = await tab.evaluate((text) => window.railyard.scheduleText(text),
      [`schedule=${name}`, `stages=${p}`, `micro_batches=${m}`, 'chunks=2', `forward=${forward}`, `backward=${backward}`, `send=${send}`].join('\n'));
    const told = asked(['schedule', '-s', name, '-p', p, '-m', m, '--forward', forward, '--backward', backward, '--send', send,
      '--format', 'json'].map(String));
    assert.strictEqual(told.status, 0, told.stderr);
    assert.deepStrictEqual(JSON.parse(here), JSON.parse(told.stdout), `${name} p=${p} m=${m}`);
  }
  console.log(`${runs.length} schedules the same to the last digit`);
}

withBrowser(async (open) => {
  const tab = await open(url);
  await tab.waitForFunction(() => window.railyard);
  const catalogue = await tab.evaluate(() => window.railyard.catalogue());
  await jobs(tab, catalogue);
  await schedules(tab);
  assert.deepStrictEqual(tab.complaints, []);
}).catch((error) => {
  console.error(error);
  process.exit(1);
});

// usage: schedules_test.cjs PAGE PROGRAM [WORDS-OF-A-CASE]
// Schedules: their figures, played and walked through; and the pipeline of a layout with its own times.
'use strict';
const assert = require('node:assert');
const { withBrowser } = require('../browser/chromium.cjs');
const { at, desktop, frame, runCases } = require('./explorer.cjs');

const cases = {
  async 'schedules tell their bubbles, play, and are walked by keys'(open) {
    const tab = await at(open, '#schedules', desktop);
    // p=4, m=8: 3/11 and 3/8; with two chunks 3/19 and 3/16.
    const figures = await tab.$$eval('.schedule .figures', (lists) => lists.map((list) => list.innerText));
    assert.match(figures[0], /3\/11/);
    assert.match(figures[0], /3\/8/);
    assert.match(figures[1], /3\/19/);
    assert.match(figures[1], /3\/16/);
    assert.match(await tab.innerText('.schedule >> nth=0'), /by device: 4, 3, 2, 1/);
    // Of p = 4 and two chunks the first device holds (p-1)2 + (v-1)p + 1 = 11 halves of a micro-batch; one scale for both.
    assert.match(figures[1], /5\.5\s+micro-batches, in 11 chunks/);
    assert.match(await tab.innerText('.schedule >> nth=1'), /by device: 11, 9, 7, 5 chunks of 1\/2 micro-batch/);
    assert.deepStrictEqual(await tab.evaluate(() => window.railyard.schedules.panels.map((panel) => panel.canvas.most)), [5.5, 5.5]);
    await tab.click('text=Play');
    await tab.waitForFunction(() => /^at /.test(document.querySelector('.clock').textContent));
    await tab.click('text=Pause');
    await tab.focus('canvas.timeline >> nth=0');
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('ArrowRight');
    const pointed = () => tab.innerText('.schedule .pointed >> nth=0');
    assert.match(await pointed(), /device 1: forward of micro-batch 1, from 2 to 3/);
    // The device's last is the backward pass of the last micro-batch: of 33 units, device 0 ends the step and 1 two before.
    await tab.keyboard.press('End');
    assert.match(await pointed(), /device 1: backward of micro-batch 7, from 29 to 31/);
    await tab.keyboard.press('Home');
    assert.match(await pointed(), /device 1: forward of micro-batch 0, from 1 to 2/);
    return tab;
  },

  // Its own stages, micro-batches and times, and a way back. 3 chunks on 8 stages of 64 micro-batches: 7/192 of the work where
  // stages are alike.
  async 'the pipeline of a layout runs with its own times, and leads back'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64&on=hgx-a100', desktop);
    const step = await tab.evaluate(() => window.railyard.shown().answer.place.step);
    await tab.click('text=See its pipeline run');
    await frame(tab);
    const text = await tab.innerText('.of-job');
    assert.match(text, /^The pipeline of gpt3-175b-64 on hgx-a100\. 8 stages, 64 micro-batches; by the calibrated model .* ms forward and .* ms backward on a stage, a send [\d.]+ us/);
    const { makespan, bubble_over_useful: bubble, time_unit: unit } = await tab.evaluate(() => window.railyard.schedules.panels[0].run.answer);
    assert.strictEqual(unit, 's');
    // All of the step but what comes once, within what sends add here and there.
    const pipeline = step.seconds - step.pp - step.dp;
    assert.ok(makespan > 0.97 * pipeline && makespan < 1.01 * pipeline, `${makespan} of ${pipeline}`);
    assert.ok(bubble > 7 / 192 && bubble < 0.07, String(bubble));
    assert.match(await tab.innerText('.schedule .figures >> nth=0'), /Step\s+18\.\d s/);
    assert.match(await tab.innerText('.schedule >> nth=0'), /idles .* where sends take no time/);
    await tab.waitForFunction(() => /s\.of=job/.test(location.hash));
    const again = await at(open, await tab.evaluate(() => location.hash), desktop);
    assert.strictEqual(await again.innerText('.of-job'), text);
    await again.context().close();
    await tab.click('text=Back to the layout');
    await tab.waitForFunction(() => document.body.dataset.ready === 'layouts');
    assert.match(await tab.innerText('.command code'), /gpt3-175b-64 --on hgx-a100/);
    await tab.click('#tab-schedules');
    await frame(tab);
    await tab.click('text=Set stages and times by hand');
    await frame(tab);
    assert.deepStrictEqual(await tab.$$eval('.schedules .grid-controls input[type=number]', (list) => list.slice(0, 2).map((one) => one.value)), ['8', '64']);
    const byHand = await tab.evaluate(() => window.railyard.schedules.panels[0].run.answer);
    assert.ok(Math.abs(byHand.makespan / 1000 / makespan - 1) < 0.03, `${byHand.makespan} ms by hand for ${makespan} s`);
    await tab.click('text=The pipeline of gpt3-175b-64, with its times');
    await frame(tab);
    assert.strictEqual(await tab.innerText('.of-job'), text);
    return tab;
  },

  async 'a job that is not placed has no pipeline to run, and says so'(open) {
    const tab = await at(open, '#schedules?layout=llama3-405b-8k&on=single-nvl72&s.of=job', desktop);
    assert.match(await tab.innerText('.schedule .problems >> nth=0'), /not placed.*see Layouts/);
    await tab.click('text=Back to the layout');
    await frame(tab);
    assert.match(await tab.innerText('.layouts .problems'), /offers 72/);
    return tab;
  },

  async 'where a schedule rests is in the address'(open) {
    const tab = await at(open, '#schedules', desktop);
    await tab.fill('.player input', '400');
    await tab.waitForFunction(() => /s\.at=0\.4/.test(location.hash), null, { timeout: 60000 });
    // 0.4 of 33 units.
    assert.strictEqual(await tab.innerText('.clock'), 'at 13.2');
    const again = await at(open, await tab.evaluate(() => location.hash), desktop);
    assert.strictEqual(await again.innerText('.clock'), 'at 13.2');
    assert.strictEqual(await again.inputValue('.player input'), '400');
    await again.context().close();
    await tab.click('text=Play');
    await tab.waitForFunction(() => /^at (1[4-9]|2)/.test(document.querySelector('.clock').textContent), null, { timeout: 60000 });
    await tab.click('text=Pause');
    await tab.waitForFunction(() => location.hash === window.railyard.address() && !/s\.at=0\.4(&|$)/.test(location.hash), null, { timeout: 60000 });
    return tab;
  },

  async 'devices and times are legible while a schedule is played'(open) {
    for (const scheme of ['light', 'dark']) {
      const tab = await at(open, '#schedules', { ...desktop, scheme });
      await tab.fill('.player input', '100');
      await frame(tab);
      const [paper, ...contrasts] = await tab.evaluate(() => {
        const canvas = document.querySelector('canvas.timeline');
        const context = canvas.getContext('2d');
        const light = (r, g, b) => [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
        const y = light(...[1, 3, 5].map((i) => parseInt(surface.slice(i, i + 2), 16)));
        // The most that ink stands out from the paper: beside the rows, and below them on the right, where nothing was played yet.
        return [surface, ...[[0, 0, 30, canvas.height - 24], [canvas.width * 0.6, canvas.height - 16, canvas.width * 0.25, 16]].map((box) => {
          const { data } = context.getImageData(...box);
          let most = 1;
          for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] < 250) continue;
            const z = light(data[i], data[i + 1], data[i + 2]);
            most = Math.max(most, (Math.max(y, z) + 0.05) / (Math.min(y, z) + 0.05));
          }
          return most;
        })];
      });
      for (const contrast of contrasts) assert.ok(contrast >= 4.5, `${contrasts} on ${paper}`);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },
};

withBrowser((open) => runCases(open, cases)).catch((error) => {
  console.error(error);
  process.exit(1);
});

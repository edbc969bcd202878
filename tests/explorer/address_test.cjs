// usage: address_test.cjs PAGE PROGRAM
// The address holds what is shown; one that asks for what there is not says so, and what is shown in its place.
'use strict';
const assert = require('node:assert');
const { withBrowser } = require('../browser/chromium.cjs');
const { at, desktop, frame, runCases } = require('./explorer.cjs');

const notice = (tab) => tab.$$eval('.notice li', (list) => list.map((one) => one.textContent));
const shown = (tab) => tab.evaluate(() => JSON.stringify(window.railyard.state));

// Opens an address, and what it says of it.
async function told(open, hash) {
  const tab = await at(open, hash, desktop);
  const list = await notice(tab);
  const state = JSON.parse(await shown(tab));
  const again = await at(open, await tab.evaluate(() => location.hash), desktop);
  assert.deepStrictEqual(await notice(again), [], `the address that ${hash} was replaced with`);
  assert.deepStrictEqual(JSON.parse(await shown(again)), state, hash);
  assert.deepStrictEqual(again.complaints, []);
  await again.context().close();
  return { tab, list, state };
}

const cases = {
  async 'whatever is moved is in the address, and comes back from it'(open) {
    const tab = await at(open, '#layouts?layout=deepseek-v3&on=gb200-nvl72', desktop);
    await tab.click('details.more summary >> text=Everything else');
    // Every control of the layouts to another of its choices, in turn; each state is opened anew.
    const controls = await tab.$$eval('.layouts .control', (list) => list.length);
    assert.ok(controls > 20);
    for (let i = 0; i < controls; ++i) {
      const before = await shown(tab);
      await tab.evaluate((number) => {
        const control = document.querySelectorAll('.layouts .control')[number];
        const [field] = control.querySelectorAll('select, input[type=range], input[type=checkbox], input[type=text]');
        if (field.type === 'checkbox') field.click();
        else if (field.type === 'range') {
          field.value = String(Number(field.value) > 0 ? Number(field.value) - 1 : Number(field.value) + 1);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        } else if (field.type === 'text') {
          field.value = field.closest('[data-key]').dataset.key === 'order' ? 'cp,tp,dp,pp' : 'ep';
          field.dispatchEvent(new Event('change', { bubbles: true }));
        } else {
          field.selectedIndex = field.selectedIndex > 0 ? field.selectedIndex - 1 : 1;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        }
      }, i);
      await frame(tab);
      await tab.waitForFunction(() => location.hash === window.railyard.address(), null, { timeout: 60000 });
      if (i % 9 !== 0) continue;
      assert.notStrictEqual(await shown(tab), before, `control ${i}`);
      const other = await at(open, await tab.evaluate(() => location.hash), desktop);
      assert.strictEqual(await shown(other), await shown(tab), `control ${i}`);
      assert.strictEqual(await other.innerText('.verdicts'), await tab.innerText('.verdicts'));
      await other.context().close();
    }
    for (const hash of ['#schedules?s.of=job&s.left=interleaved&s.leftChunks=3&s.right=&s.at=0.25', '#racks?by=dp&zoom=4,0.3,0.62', '#schedules?s.p=6&s.m=12&s.f=0.5&s.b=1.25&s.w=0.5&s.send=0.1&s.left=zb-h1&s.right=gpipe&s.rightChunks=3',
      '#racks?layout=deepseek-v3&on=gb200-nvl72&by=ep&rank=77']) {
      const other = await at(open, hash, desktop);
      assert.strictEqual(new URLSearchParams((await other.evaluate(() => window.railyard.address())).split('?')[1]).toString().replace(/^layout=gpt3-175b-64&/, '')
        .replace(/parallel.pp=1&pipeline.schedule=1f1b&pipeline.chunks=1&/, ''), new URLSearchParams(hash.split('?')[1]).toString());
      await other.context().close();
    }
    return tab;
  },

  async 'a layout, a machine, a view and a key that there is not are told, with what is used'(open) {
    const { tab, list, state } = await told(open, '#nonsense?layout=gpt3-175b-65&on=hgx-a10&times=best&parallel.tp=x&parallel.zz=3&by=qq&rank=-1');
    assert.match(list[0], /no view 'nonsense' .*Shown: layouts/);
    assert.match(list[1], /times: 'best' is neither calibrated nor reference\. Used: calibrated/);
    assert.match(list[2], /layout: there is no layout 'gpt3-175b-65' .*did you mean 'gpt3-175b-64'.*Used: gpt3-175b-64/);
    assert.match(list[3], /on: there is no topology 'hgx-a10' .*did you mean 'hgx-a100'.*Used: hgx-a100/);
    assert.match(list[4], /tp: 'x' is not a whole number.*Used: 8, as in gpt3-175b-64/);
    assert.match(list[5], /zz: the page does not know this key\. Left out/);
    assert.match(list[6], /by: there is no dimension 'qq' .*Used: pp/);
    assert.match(list[7], /rank: '-1' is none of the 64 ranks/);
    assert.strictEqual(list.length, 8);
    assert.deepStrictEqual(state.job, { layout: 'gpt3-175b-64', on: 'hgx-a100', times: 'calibrated', set: {} });
    assert.strictEqual(await tab.getAttribute('.notice', 'role'), 'alert');
    await tab.click('.notice button');
    assert.ok(!await tab.isVisible('.notice'));
    return tab;
  },

  async 'numbers out of range are told, with what is used'(open) {
    const { tab, list, state } = await told(open, '#layouts?layout=llama3-405b-8k&on=gb200-nvl72&parallel.tp=0&parallel.pp=-4&batch.sequences=99999999999&batch.length=1e9&recompute=some&model=gpt-9');
    assert.strictEqual(list.length, 6, list.join('\n'));
    assert.match(list.join('\n'), /tp: '0' is not .*Used: 8, as in llama3-405b-8k/);
    assert.match(list.join('\n'), /sequences: '99999999999' is not .*Used: 2048/);
    assert.match(list.join('\n'), /recompute: unknown 'some' .*Used: none/);
    assert.match(list.join('\n'), /model: there is no model 'gpt-9' .*Used: llama3-405b/);
    assert.deepStrictEqual(state.job.set, {});
    return tab;
  },

  async 'keys that an address has twice, and places that are none, are told'(open) {
    const { tab, list, state } = await told(open, '#racks?layout=gpt3-175b-64&parallel.tp=2&parallel.tp=4&on=hgx-a100&on=hgx-a100&s.at=2&s.of=me&zoom=near');
    assert.strictEqual(list.length, 4, list.join('\n'));
    assert.match(list[0], /tp: the address has it 2 times: 2, 4\. Taken: the last/);
    assert.match(list.join('\n'), /of: 'me' is not 'job'/);
    assert.match(list.join('\n'), /at: '2' is not a share of the step.*Shown: all of it/);
    assert.match(list.join('\n'), /zoom: 'near' is not TIMES,X,Y\. All racks are shown/);
    assert.strictEqual(state.job.set['parallel.tp'], '4');
    return tab;
  },

  async 'the name of a model in place of a layout finds its layout'(open) {
    const { tab, list, state } = await told(open, '#layouts?layout=llama3-405b&on=gb200-nvl72');
    assert.match(list[0], /there is no layout 'llama3-405b'.*Used: llama3-405b-/);
    assert.match(state.job.layout, /^llama3-405b-/);
    return tab;
  },

  async 'schedules that cannot be are told, with what is used'(open) {
    const { tab, list } = await told(open, '#schedules?s.p=0&s.m=many&s.f=-1&s.send=1e99&s.left=fastest&s.rightChunks=0');
    assert.strictEqual(list.length, 6, list.join('\n'));
    assert.match(list.join('\n'), /there is no 'fastest' \(there are gpipe, 1f1b.*Used: 1f1b/);
    assert.match(list.join('\n'), /stages: '0' is not a whole number from 1 to 1024\. Used: 4/);
    assert.match(list.join('\n'), /micro-batches: 'many' .*Used: 8/);
    assert.match(list.join('\n'), /send: '1e99' is not a time: a number from 0 to 1,000,000\. Used: 0/);
    assert.match(await tab.innerText('.schedules .lead'), /1F1B leaves every device idle for 27\.3 %/);
    return tab;
  },

  // What does not go together stays as it was asked for: nothing of it is wrong by itself.
  async 'degrees that do not go with the machine or with each other are told, and there is a way back'(open) {
    const { tab, list } = await told(open, '#layouts?layout=gpt3-175b-64&on=single-nvl72&parallel.dp=3&batch.sequences=66');
    assert.deepStrictEqual(list, []);
    const problems = await tab.innerText('.layouts .problems');
    assert.match(problems, /tp 8 x pp 8 x dp 3 make 192 GPUs; the topology offers 72/);
    assert.match(problems, /120 GPUs short/);
    assert.match(problems, /Nothing is placed, so there is nothing to show/);
    assert.ok(!await tab.isVisible('.layouts .results'));
    await tab.click('.problems button');
    await frame(tab);
    assert.ok(!await tab.isVisible('.layouts .problems'));
    assert.match(await tab.innerText('.verdicts'), /fits in/);
    // A layout that is too large for the machine as it is shipped goes to as many racks of its kind as it takes.
    const large = await at(open, '#layouts?layout=llama3-405b-8k&on=single-nvl72', desktop);
    await large.click('.problems button');
    await frame(large);
    assert.match(await large.innerText('.command code'), /--on gb200-nvl72/);
    assert.ok(!await large.isVisible('.layouts .problems'));
    await large.context().close();
    // From a job that was placed: it stays, faded, and is a click away.
    await tab.fill('.layouts [data-key="batch.sequences"] input[type=number]', '7');
    await tab.fill('.layouts [data-key="parallel.cp"] input[type=number]', '3');
    await tab.keyboard.press('Enter');
    await frame(tab);
    assert.match(await tab.innerText('.layouts .problems'), /Below, faded, is the last job that was/);
    await tab.click('.problems button');
    await frame(tab);
    assert.match(await tab.innerText('.verdicts'), /fits in/);
    return tab;
  },

  async 'the way back has the last change, however soon the view was left'(open) {
    const tab = await at(open, '', desktop);
    await tab.focus('.layouts [data-key="parallel.pp"] input');
    const before = await tab.inputValue('.layouts [data-key="parallel.pp"] input[type=number]');
    // Within the time after which an address is written.
    await tab.evaluate(() => {
      const slider = document.querySelector('.layouts [data-key="parallel.pp"] input');
      slider.value = String(Number(slider.value) + 1);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      document.getElementById('tab-schedules').click();
    });
    await frame(tab);
    const changed = await tab.evaluate(() => window.railyard.shown().question);
    await tab.goBack();
    await tab.waitForFunction(() => document.body.dataset.ready === 'layouts');
    await frame(tab);
    assert.notStrictEqual(await tab.inputValue('.layouts [data-key="parallel.pp"] input[type=number]'), before, changed);
    return tab;
  },

  async 'an address as long as a book is cut short, and scripts in it are text'(open) {
    const { tab, list } = await told(open, `#layouts?layout=${'x'.repeat(3000)}&parallel.tp=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&%3Cb%3E=1`);
    for (const one of list) assert.ok(one.length < 600, one);
    assert.strictEqual(await tab.$$eval('.notice img, .notice li b', (found) => found.length), 0);
    return tab;
  },
};

withBrowser((open) => runCases(open, cases)).catch((error) => {
  console.error(error);
  process.exit(1);
});

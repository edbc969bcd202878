// What the tests of the explorer's page share: windows, opening it at an address, waiting for its next frame.
'use strict';
const assert = require('node:assert');

const url = `file://${process.argv[2]}`;
const big = 'layout=llama3-405b-8k-16k-gpus';
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844, touch: true };

async function at(open, hash, window) {
  const tab = await open(url + hash, window);
  await tab.waitForFunction(() => document.body.dataset.ready, null, { timeout: 60000 });
  return tab;
}

const frame = (tab) => tab.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 0)); }));

// Every case gives the tab it ended in, which must have nothing to complain of. Words after the program choose cases.
async function runCases(open, cases) {
  for (const [name, run] of Object.entries(cases)) {
    if (process.argv[4] && !name.includes(process.argv[4])) continue;
    const start = Date.now();
    const tab = await run(open);
    assert.deepStrictEqual(tab.complaints, [], name);
    await tab.context().close();
    console.log(`${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
}

module.exports = { at, big, desktop, frame, phone, runCases, url };

// The browser that the other tests drive: it starts, hears the console, and finds text that overlaps.
'use strict';
const assert = require('node:assert');
const { withBrowser, textProblems } = require('./chromium.cjs');

function pageOf(body) {
  return `data:text/html,${encodeURIComponent(`<!doctype html><meta name=viewport content=width=device-width><body>${body}`)}`;
}

withBrowser(async (open) => {
  const good = await open(pageOf('<p>One line.</p><p>Another line.</p>'));
  assert.deepStrictEqual(good.complaints, []);
  assert.deepStrictEqual(await textProblems(good), []);

  const bad = await open(pageOf('<p>One line.</p><p style="margin-top:-2em">Over the first.</p><p style="width:3000px">Wide</p>'
    + '<script>console.error("heard")</script>'));
  assert.deepStrictEqual(bad.complaints, ['console: heard']);
  const problems = (await textProblems(bad)).join('\n');
  assert.match(problems, /'One line\.' and 'Over the first\.' overlap/);
  assert.match(problems, /the page is 30\d\d wide in a window of 1280/);
}).catch((error) => {
  console.error(error);
  process.exit(1);
});

// Reports in Chromium: nothing to complain of, nothing asked for, text inside its boxes and the window, not blank, light
// and dark, and printable.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const zlib = require('node:zlib');
const { withBrowser, textProblems } = require('./chromium.cjs');

const [, , railyard] = process.argv;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'railyard-report-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function report(name, ...job) {
  const file = path.join(folder, `${name}.html`);
  execFileSync(railyard, ['report', ...job, '--output', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return `file://${file}`;
}

// Labels that leave the shape of their node, as sentences.
async function labelProblems(page) {
  return page.evaluate(() => {
    const problems = [];
    for (const node of document.querySelectorAll('g')) {
      const shape = node.querySelector(':scope > rect, :scope > ellipse, :scope > path');
      if (!shape) continue;
      const box = shape.getBoundingClientRect();
      for (const text of node.querySelectorAll(':scope > text')) {
        const words = text.getBoundingClientRect();
        if (words.left < box.left - 1 || words.right > box.right + 1 || words.top < box.top - 2 || words.bottom > box.bottom + 2) {
          problems.push(`'${text.textContent}' leaves its box by ${Math.max(box.left - words.left, words.right - box.right, box.top - words.top, words.bottom - box.bottom).toFixed(1)}`);
        }
      }
    }
    return problems;
  });
}

// Text of pictures below 6 points (8 pixels) as they are scaled now, as sentences.
async function smallPrint(page, pictures) {
  return page.evaluate((selector) => {
    const problems = [];
    for (const picture of document.querySelectorAll(selector)) {
      const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
      for (const text of picture.querySelectorAll('text')) {
        const size = Number(text.getAttribute('font-size')) * scale;
        if (size < 7.95) problems.push(`'${text.textContent.slice(0, 40)}' is ${size.toFixed(1)} pixels high`);
      }
    }
    return problems;
  }, pictures);
}

// The share of the first printed page, of so many pixels, that holds something: blocks that do not break go on the next
// page with the titles that stand over them.
async function firstPage(page, height) {
  return page.evaluate((most) => {
    const top = document.body.getBoundingClientRect().top;
    let filled = 0;
    for (const block of document.querySelectorAll('h1,p,.figures div,h2,table,figure svg')) {
      const box = block.getBoundingClientRect();
      if (block.closest('.wide') || box.bottom - top > most) break;
      if (block.tagName !== 'H2') filled = box.bottom - top;
    }
    return filled / most;
  }, height);
}

// How many different bytes the scan lines of a PNG hold: those of a blank one are nearly all alike.
function variety(png) {
  const parts = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return new Set(zlib.inflateSync(Buffer.concat(parts))).size;
}

const jobs = {
  'eight GPUs': report('eight', 'gpt3-175b-64', '--on', 'hgx-a100', '--tp', '8', '--pp', '1', '--schedule', '1f1b', '--chunks', '1'),
  'one rack': report('rack', 'gpt3-175b-64', '--on', 'single-nvl72'),
  'eight racks': report('racks', 'megatron-39.1b', '--on', 'gb200-nvl72'),
  'experts on three tiers': report('experts', 'deepseek-v3', '--on', 'dgx-h100-superpod', '--keep', 'ep'),
  '16,384 GPUs': report('large', 'llama3-405b-8k-16k-gpus', '--on', 'dgx-h100-superpod'),
};

withBrowser(async (open) => {
  const blank = await open('data:text/html,<body style="background:white">');
  assert.ok(variety(await blank.screenshot()) < 20, 'a blank page does not look blank');
  for (const [name, url] of Object.entries(jobs)) {
    const page = await open(url);
    assert.deepStrictEqual(page.complaints, [], name);
    assert.deepStrictEqual(await textProblems(page), [], name);
    assert.deepStrictEqual(await labelProblems(page), [], name);
    assert.ok(await page.locator('figure svg').count() >= 6, `${name}: pictures are missing`);
    assert.ok(variety(await page.screenshot()) > 100, `${name}: the screenshot is blank`);
    // Nothing has to be scrolled to at a width that people use, nor is cut on A4 with its margins of 12 mm.
    const tables = () => page.evaluate(() => [...document.querySelectorAll('.table')]
      .filter((t) => t.scrollWidth > t.clientWidth + 1).map((t) => t.textContent.slice(0, 40)));
    await page.setViewportSize({ width: 1000, height: 900 });
    assert.deepStrictEqual(await tables(), [], `${name}: a table is wider than a window of 1000 pixels`);
    assert.deepStrictEqual(await textProblems(page), [], `${name}: in a window of 1000 pixels`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: Math.floor((186 / 25.4) * 96), height: 900 });
    assert.deepStrictEqual(await tables(), [], `${name}: a printed table is cut`);
    const tall = await page.evaluate((most) => [...document.querySelectorAll('figure svg')]
      .filter((f) => f.getBoundingClientRect().height > most).map((f) => f.getAttribute('aria-label')), (260 / 25.4) * 96);
    assert.deepStrictEqual(tall, [], `${name}: a picture is taller than a page`);
    const share = await firstPage(page, (273 / 25.4) * 96);
    assert.ok(share > 0.6, `${name}: the first printed page is filled to ${(100 * share).toFixed(0)} % only`);
    assert.deepStrictEqual(await smallPrint(page, 'figure:not(.wide) svg'), [], `${name}: letters too small to read`);
    // Pictures that lie on their page have its longer side.
    await page.setViewportSize({ width: Math.floor((273 / 25.4) * 96), height: 700 });
    assert.deepStrictEqual(await smallPrint(page, 'figure.wide svg'), [], `${name}: letters too small to read`);
    const pdf = await page.pdf();
    assert.ok(pdf.length > 20000 && pdf.subarray(0, 5).toString() === '%PDF-', `${name}: it does not print`);
    if (name !== 'one rack') continue;
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 760, height: 900 });
    assert.deepStrictEqual(await textProblems(page), [], 'in a narrow window');
    await page.emulateMedia({ colorScheme: 'dark' });
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.strictEqual(paper, 'rgb(20, 24, 29)');
  }
}).catch((error) => {
  console.error(error);
  process.exit(1);
});

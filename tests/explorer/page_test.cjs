// usage: page_test.cjs PAGE PROGRAM [WORDS-OF-A-CASE]
// The page as people use it: what it first shows, sliders, keys, a phone, the dark.
'use strict';
const assert = require('node:assert');
const { withBrowser, textProblems } = require('../browser/chromium.cjs');
const { contrastProblems } = require('./contrast.cjs');
const { at, big, desktop, frame, phone, runCases } = require('./explorer.cjs');

const verdicts = (tab) => tab.$$eval('.verdict', (list) => list.map((one) => one.innerText.replace(/\n+/g, ' | ')));

async function slide(tab, key, to) {
  await tab.evaluate(([name, value]) => {
    const field = document.querySelector(`.layouts [data-key="${name}"] input[type=number]`);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, [key, to]);
  await frame(tab);
}

const cases = {
  async 'the first view asks whether GPT-3 fits, and its steps answer'(open) {
    const tab = await at(open, '', desktop);
    assert.match(await tab.innerText('.tour h2'), /GPT-3 .*80 GB/);
    assert.match((await verdicts(tab))[1], /too much/);
    assert.match(await tab.innerText('.tour li.here'), /too much/);
    await tab.click('text=Eight stages');
    await frame(tab);
    assert.match((await verdicts(tab))[1], /fits in/);
    const bubble = async () => Number((await verdicts(tab))[2].match(/bubble ([\d.]+) %/)[1]);
    const many = await bubble();
    await tab.click('text=Eight micro-batches');
    await frame(tab);
    // (p-1)/m of the work with m = 8 in place of 64: 7/8 in place of 7/64, so close to half of the step.
    assert.ok(many < 15, `${many} %`);
    assert.ok(await bubble() > 35, `${await bubble()} %`);
    return tab;
  },

  async 'what would make it fit is a button, and fits'(open) {
    const tab = await at(open, '', desktop);
    await tab.click('.chip');
    await frame(tab);
    assert.match((await verdicts(tab))[1], /fits in/);
    return tab;
  },

  async 'a slider moves by keys, and the address follows'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64', desktop);
    await tab.focus('.layouts [data-key="parallel.tp"] input[type=range]');
    await tab.keyboard.press('ArrowLeft');
    await tab.waitForFunction(() => location.hash.includes('parallel.tp=7'), null, { timeout: 60000 });
    assert.match((await verdicts(tab))[0], /56/);
    const command = await tab.innerText('.command code');
    assert.match(command, /railyard place gpt3-175b-64 --on hgx-a100 --tp 7/);
    const other = await at(open, `#${(await tab.evaluate(() => location.hash)).slice(1)}`, desktop);
    assert.deepStrictEqual(await verdicts(other), await verdicts(tab));
    await other.context().close();
    return tab;
  },

  // From the address bar on: every control in turn, each with a name and an outline that shows where one is.
  async 'everything is reached by Tab, and shows that it is'(open) {
    for (const [view, least] of [['layouts', 35], ['schedules', 22], ['racks', 12]]) {
      const tab = await at(open, `#${view}?layout=gpt3-175b-64`, desktop);
      const wanted = await tab.$$eval('button, select, input, summary, a[href], [tabindex="0"]', (list) => list.filter((one) => one.offsetParent !== null && one.tabIndex >= 0 && !(one.closest('details:not([open])') && one.tagName !== 'SUMMARY')).length);
      const seen = new Set();
      for (let i = 0; i < 90 && seen.size < wanted; ++i) {
        await tab.keyboard.press('Tab');
        const here = await tab.evaluate(() => {
          const one = document.activeElement;
          if (!one || one === document.body) return null;
          if (!one.dataset.number) one.dataset.number = String(document.querySelectorAll('[data-number]').length + 1);
          const style = getComputedStyle(one);
          return { number: one.dataset.number, outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0, html: one.outerHTML.slice(0, 80) };
        });
        if (!here) continue;
        assert.ok(here.outlined, here.html);
        seen.add(here.number);
      }
      assert.ok(seen.size >= wanted && wanted >= least, `${view}: ${seen.size} of ${wanted}`);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },

  // What a screen reader is given: a tree whose controls, tables and pictures all have names.
  async 'the accessibility tree names everything that is not text'(open) {
    for (const hash of ['#layouts?layout=deepseek-v3&on=hgx-h800', '#schedules', '#racks?layout=gpt3-175b-64&rank=3']) {
      const tab = await at(open, hash, desktop);
      const session = await tab.context().newCDPSession(tab);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const named = ['button', 'combobox', 'slider', 'spinbutton', 'checkbox', 'tab', 'tablist', 'tabpanel', 'image', 'application', 'table', 'region', 'textbox', 'link', 'columnheader', 'rowheader'];
      const found = nodes.filter((node) => !node.ignored && named.includes(node.role?.value));
      assert.ok(found.length > 15, `${found.length} at ${hash}`);
      assert.deepStrictEqual(found.filter((node) => !node.name?.value).map((node) => node.role.value), [], hash);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },

  async 'a published run is compared, and a changed one is not'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64&on=hgx-a100', desktop);
    assert.match(await tab.innerText('.published'), /Published: 18\.130 s .*Korthikanti/s);
    await slide(tab, 'batch.sequences', '128');
    assert.match(await tab.innerText('.published'), /no longer the run/);
    await slide(tab, 'batch.sequences', '64');
    assert.match(await tab.innerText('.published'), /Published: 18\.130 s/);
    await tab.evaluate(() => { location.hash = '#layouts?layout=gpt3-175b-64&on=hgx-h100'; });
    await tab.waitForFunction(() => /Published for A100-80GB .*nothing to compare/.test(document.querySelector('.published').textContent), null, { timeout: 60000 });
    return tab;
  },

  async 'what does not divide is said, beside the control'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64', desktop);
    await slide(tab, 'batch.sequences', '63');
    await slide(tab, 'batch.micro', '2');
    assert.match((await verdicts(tab))[0], /64/);
    await slide(tab, 'batch.sequences', '7');
    assert.match(await tab.innerText('.layouts .problems'), /7 sequences are not divisible/);
    assert.ok(await tab.$('.control.wrong[data-key="batch.sequences"] input[aria-invalid=true]'));
    await slide(tab, 'batch.sequences', '64');
    assert.strictEqual(await tab.$('[aria-invalid]'), null);
    return tab;
  },

  // In the command's words. A box of A100s has 8 GPUs, a rack 72; what is offered is no more than the machine has.
  async 'more GPUs of a domain than it has are refused, and not offered'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64&on=hgx-a100', desktop);
    await tab.click('text=Everything else');
    const offered = () => tab.getAttribute('[data-key="placement.per_domain"] input[type=range]', 'max');
    assert.strictEqual(await offered(), '2');  // 0, 4, 8
    await slide(tab, 'placement.per_domain', '64');
    assert.match(await tab.innerText('.layouts .problems'), /^per_domain is 64, and a domain of hgx-a100 has 8 GPUs \(per_domain: 8 or less; left out, all of a domain are used\)/);
    assert.ok(await tab.$('.control.wrong[data-key="placement.per_domain"] input[aria-invalid=true]'));
    await slide(tab, 'placement.per_domain', '8');
    assert.strictEqual(await tab.$('[aria-invalid]'), null);
    await tab.evaluate(() => { location.hash = '#layouts?layout=gpt3-175b-64&on=gb200-nvl72'; });
    await frame(tab);
    assert.strictEqual(await offered(), '7');
    return tab;
  },

  async 'every model has a start that can be placed'(open) {
    const tab = await at(open, '', desktop);
    const models = await tab.$$eval('.controls .control select:first-of-type', (lists) => [...lists[0].options].map((option) => option.value));
    assert.ok(models.length > 15);
    for (const model of models) {
      await tab.selectOption('.controls .control:first-child select', model);
      await frame(tab);
      const told = await verdicts(tab);
      assert.match(told[2], /\d s/, `${model}: ${told.join(' ')} ${await tab.innerText('.layouts .problems')}`);
    }
    return tab;
  },

  // On a phone all that the table says is in its box: nothing to scroll to, and every cell says what it is.
  async 'the table of hops is whole on a phone'(open) {
    for (const width of [360, 390]) {
      const tab = await at(open, `#layouts?${big}&on=dgx-h100-superpod`, { ...phone, width });
      const seen = await tab.$$eval('.hops td, .hops tbody th', (cells) => cells.filter((cell) => cell.offsetParent).map((cell) => {
        const box = cell.closest('.scroll').getBoundingClientRect();
        const own = cell.getBoundingClientRect();
        return { in: own.left >= box.left - 0.5 && own.right <= box.right + 0.5 && own.width > 20, name: cell.dataset.name, text: cell.innerText };
      }));
      assert.strictEqual(seen.length, 3 * 7 + 3);  // three dimensions; of the wrap its name and two counts
      for (const cell of seen) assert.ok(cell.in, `${JSON.stringify(cell)} at ${width}`);
      assert.ok(await tab.$eval('.hops', (table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth));
      const named = await tab.$$eval('.hops td', (cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
      assert.ok(named.includes('"network bytes"') && !named.includes('none'), named.join());
      const roles = await tab.$$eval('.hops [role]', (list) => new Set(list.map((one) => one.getAttribute('role'))).size);
      assert.strictEqual(roles, 5);  // rowgroup, row, columnheader, rowheader, cell
      if (width === 390) return tab;
      await tab.context().close();
    }
  },

  // Boxes of four GPUs without NVLink: tp 2 and dp 2 fill one, so each of their 16 groups has 2 hops over PCIe; 4 pipelines of
  // 8 stages have 7 hops each, and a wrap.
  async 'PCIe and the wrap of pp are in the table, and no NVLink is where there is none'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64&on=pcie-only&parallel.tp=2&parallel.pp=8&parallel.dp=2', desktop);
    const heads = await tab.$$eval('.hops thead th', (list) => list.map((one) => one.textContent));
    assert.deepStrictEqual(heads.slice(3), ['hops on NVLink', 'hops over PCIe', 'hops on the network', 'NVLink bytes', 'PCIe bytes', 'network bytes']);
    const rows = await tab.$$eval('.hops tbody tr', (list) => list.map((row) => [...row.children].map((cell) => cell.innerText.trim())));
    assert.deepStrictEqual(rows.map((row) => row.slice(3, 6)), [['0 % of 32', '32', '-'], ['0 % of 28', '-', 'leaf 28'], ['0 % of 4', '-', '4'], ['0 % of 32', '32', '-']]);
    assert.match(rows[2][0], /wrap/);
    for (const row of [rows[0], rows[3]]) {
      assert.strictEqual(row[6], '-');
      assert.match(row[7], /^[\d.]+ [GT]B$/);
      assert.strictEqual(row[8], '-');
    }
    assert.match((await verdicts(tab))[0], /8 boxes/);
    await tab.click('text=See its racks');
    await frame(tab);
    const lead = async () => tab.innerText('.racks .lead');
    assert.match(await lead(), /^32 ranks on 8 boxes\. Of the 28 hops of pp, 0 % stay on NVLink; 28 cross the network\. A step carries [\d.]+ GB over the network\. Its wrap.* 4 more hops: 0 % stay on NVLink; 4 cross/);
    await tab.selectOption('.racks [data-what="by"] select', 'tp');
    await frame(tab);
    assert.match(await lead(), /Of the 32 hops of tp, 0 % stay on NVLink; 32 go over PCIe; none leaves for the network\. A step carries [\d.]+ TB over PCIe\.$/);
    assert.match(await tab.innerText('.racks .legend'), /over PCIe/);
    // A box with NVLink has no columns for PCIe.
    const other = await at(open, '#layouts?layout=gpt3-175b-64&on=hgx-a100', desktop);
    assert.ok(!(await other.innerText('.hops thead')).includes('PCIe'));
    assert.match(await other.innerText('.hops tbody tr:nth-child(3)'), /wrap[^]*0 % of 8[^]*8/);
    await other.context().close();
    return tab;
  },

  async 'a dimension and a part have one colour, in every view, light and dark'(open) {
    const seen = [];
    for (const scheme of ['light', 'dark']) {
      const tab = await at(open, `#layouts?layout=deepseek-v3&on=hgx-h800`, { ...desktop, scheme });
      seen.push(await tab.evaluate(() => {
        const colours = {};
        for (const name of ['compute', 'tp', 'cp', 'ep', 'pp', 'dp', 'edp', 'etp', 'bubble', 'weights', 'gradients', 'optimizer', 'activations', 'forward', 'backward', 'weight', 'idle']) {
          colours[name] = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
        }
        const drawn = (selector) => [...new Set([...document.querySelectorAll(selector)].map((one) => getComputedStyle(one).backgroundColor))];
        return { colours, pp: drawn('.dim-pp'), activations: drawn('.swatch.part-activations') };
      }));
      await tab.context().close();
    }
    assert.deepStrictEqual(seen[0], seen[1]);
    assert.strictEqual(seen[0].pp.length, 1);
    const { bubble, idle, ...others } = seen[0].colours;
    assert.strictEqual(bubble, idle);  // the same thing in two views
    assert.strictEqual(new Set([...Object.values(others), bubble]).size, Object.keys(others).length + 1, JSON.stringify(others));
    return at(open, '', desktop);
  },

  // Stages 0 to 3 of 24 layers each; what they hold comes from the answer that is compared with the program's.
  async 'every stage has its figures in a table'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64&parallel.pp=4', desktop);
    await tab.click('text=Figures of every stage');
    await tab.waitForSelector('.stages tbody tr');
    const rows = () => tab.$$eval('.stages tbody tr', (list) => list.map((row) => [...row.children].map((cell) => cell.innerText.trim())));
    const { memory } = await tab.evaluate(() => window.railyard.shown().answer.place);
    const gib = (bytes) => (bytes / 2 ** 30).toPrecision(3).replace(/\.0+$/, '');
    assert.deepStrictEqual((await rows()).map((row) => [...row.slice(0, 3), row[3].split(' ')[0]]),
      memory.stages.map((stage, i) => [String(i), '24', String(stage.in_flight), gib(stage.total)]));
    for (const row of await rows()) assert.match(row[3], /too much$/);
    assert.match(await tab.innerText('.stage-axis'), /first stage 99\.2 GiB\s+last stage 96\.5 GiB/);
    await tab.focus('.stages');
    await slide(tab, 'parallel.pp', '8');
    assert.strictEqual((await rows()).length, 8);
    assert.doesNotMatch((await rows())[0][3], /too much/);
    return tab;
  },

  async 'a field that is cleared goes back to what is'(open) {
    const tab = await at(open, '#layouts?layout=gpt3-175b-64', desktop);
    const before = await verdicts(tab);
    for (const key of ['parallel.tp', 'batch.sequences']) {
      const field = `.layouts [data-key="${key}"] input[type=number]`;
      const value = await tab.inputValue(field);
      await tab.fill(field, '');
      await tab.keyboard.press('Tab');
      await frame(tab);
      assert.strictEqual(await tab.inputValue(field), value);
    }
    assert.deepStrictEqual(await verdicts(tab), before);
    return tab;
  },

  // Every choice of every list, in the room that the list has for it.
  async 'what a list offers is never cut'(open) {
    for (const window of [desktop, phone, { ...phone, width: 360 }]) {
      for (const hash of ['#layouts?layout=deepseek-v3', '#schedules', '#racks']) {
        const tab = await at(open, hash, window);
        if (hash.startsWith('#layouts')) await tab.click('text=Everything else');
        const cut = await tab.$$eval('select', (lists) => lists.filter((list) => list.offsetParent).flatMap((list) => {
          const style = getComputedStyle(list);
          const context = document.createElement('canvas').getContext('2d');
          context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;  // its arrow
          return [...list.options].filter((option) => context.measureText(option.text).width > room).map((option) => `${option.text} in ${room.toFixed(0)}`);
        }));
        assert.deepStrictEqual(cut, [], `${hash} at ${window.width}`);
        await tab.context().close();
      }
    }
    return at(open, '', desktop);
  },

  async 'tabs go by arrow keys, and back goes back'(open) {
    const tab = await at(open, '', desktop);
    await tab.focus('#tab-layouts');
    await tab.keyboard.press('ArrowRight');
    await tab.waitForFunction(() => document.body.dataset.ready === 'schedules');
    assert.strictEqual(await tab.getAttribute('#tab-schedules', 'aria-selected'), 'true');
    await tab.goBack();
    await tab.waitForFunction(() => document.body.dataset.ready === 'layouts');
    return tab;
  },
};

// The most common of the colours in the column of pixels at the right end of a box, which few letters reach.
async function rightEdge(tab, selector) {
  const box = await (await tab.$(selector)).boundingBox();
  const png = await tab.screenshot({ clip: { x: box.x + box.width - 1, y: box.y, width: 1, height: box.height } });
  return tab.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const counts = {};
    const { data: bytes } = context.getImageData(0, 0, 1, image.height);
    for (let i = 0; i < bytes.length; i += 4) counts[bytes.slice(i, i + 3)] = (counts[bytes.slice(i, i + 3)] || 0) + 1;
    return Object.keys(counts).sort((a, b) => counts[b] - counts[a])[0];
  }, png.toString('base64'));
}

// A picture keeps its paper where a person's colours replace the page's.
const pictures = {
  async 'pictures have paper of their own in forced colours'(open) {
    for (const [hash, picture] of [['#schedules', 'canvas.timeline'], ['#racks?layout=gpt3-175b-64', '.racks-canvas']]) {
      const tab = await at(open, hash, desktop);
      await tab.emulateMedia({ forcedColors: 'active' });
      const [paper, surface] = await tab.$eval(picture, (one) => {
        const probe = document.createElement('i');
        probe.style.cssText = 'color: var(--surface); forced-color-adjust: none';
        document.body.append(probe);
        return [getComputedStyle(one).backgroundColor, getComputedStyle(probe).color];
      });
      assert.strictEqual(paper, surface, picture);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },

  async 'a table that is wider than its box has a shade where there is more'(open) {
    for (const scheme of ['light', 'dark']) {
      const tab = await at(open, '#layouts?layout=gpt3-175b-64', { ...phone, scheme });
      await tab.click('text=Figures of every stage');
      await tab.waitForSelector('.stages tbody tr');
      const scroll = (to) => tab.$eval('.stages', (one, x) => { one.scrollIntoView({ block: 'center' }); one.scrollLeft = x; return one.scrollWidth - one.clientWidth; }, to);
      const more = await scroll(0);
      assert.ok(more > 0, 'the table is wider than the phone');
      const paper = (await tab.$eval('.stages thead th', (one) => getComputedStyle(one).backgroundColor)).match(/\d+/g).join();
      assert.notStrictEqual(await rightEdge(tab, '.stages'), paper, scheme);
      await scroll(more);
      assert.strictEqual(await rightEdge(tab, '.stages'), paper, scheme);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },

  async 'results of the job before are faded, and legible'(open) {
    for (const scheme of ['light', 'dark']) {
      const tab = await at(open, '#layouts?layout=gpt3-175b-64', { ...desktop, scheme });
      await slide(tab, 'batch.micro', '2');
      await slide(tab, 'batch.sequences', '7');
      assert.ok(await tab.$('.results.stale'));
      assert.deepStrictEqual(await contrastProblems(tab), []);
      await tab.context().close();
    }
    return at(open, '', desktop);
  },
};

const addresses = ['', `#layouts?${big}&on=gb200-nvl72`, '#layouts?layout=deepseek-v3&on=hgx-h800', '#layouts?layout=gpt3-175b-64&batch.sequences=7',
  '#layouts?layout=llama3-405b-8k&on=single-nvl72', '#layouts?layout=gpt3-175b-64&on=mi300x-8', '#schedules', '#schedules?s.p=16&s.m=32&s.left=zb-h1&s.right=dualpipe&s.send=0.1', '#schedules?s.m=7', '#schedules?layout=gpt3-175b-64&s.of=job&s.left=interleaved&s.leftChunks=3&s.at=0.5',
  `#racks?${big}&on=llama3-24k`, '#racks?layout=gpt3-175b-64', '#nonsense?layout=none&on=nowhere&parallel.tp=x'];

async function looks(open) {
  for (const window of [desktop, phone, { ...phone, scheme: 'dark' }, { width: 768, height: 1024 }, { width: 360, height: 780, touch: true }, { width: 1920, height: 1080 }]) {
    const tab = await at(open, '', window);
    for (const hash of addresses) {
      await tab.evaluate((address) => { location.hash = address || '#layouts'; }, hash);
      await frame(tab);
      await frame(tab);
      const what = `'${hash}' at ${window.width}${window.scheme ? ', dark' : ''}`;
      assert.deepStrictEqual(await textProblems(tab), [], what);
      assert.deepStrictEqual(await contrastProblems(tab), [], what);
      assert.deepStrictEqual(tab.complaints, [], what);
      const unnamed = await tab.$$eval('input, select, button, canvas, [role=img]', (list) => list.filter((one) => one.offsetParent
        && !one.labels?.length && !one.getAttribute('aria-label') && !one.textContent.trim() && !one.closest('[aria-label][role=application]')).map((one) => one.outerHTML.slice(0, 120)));
      assert.deepStrictEqual(unnamed, [], what);
    }
    await tab.context().close();
  }
}

withBrowser(async (open) => {
  await runCases(open, { ...cases, ...pictures });
  if (process.argv[4]) return;
  console.log('texts are whole and apart, and everything has a name, in every view and width');
  await looks(open);
}).catch((error) => {
  console.error(error);
  process.exit(1);
});

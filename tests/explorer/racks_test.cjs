// usage: racks_test.cjs PAGE PROGRAM
// The racks: who sits where, what of them is without a rank, and where the hops of a group run.
'use strict';
const assert = require('node:assert');
const { withBrowser } = require('../browser/chromium.cjs');
const { at, big, desktop, frame, phone, runCases } = require('./explorer.cjs');

const told = (tab) => tab.innerText('.racks .pointed');

// Where a slot of the picture is in the window.
const spot = (tab, slot) => tab.evaluate((number) => {
  const canvas = window.railyard.racks.canvas;
  canvas.element.scrollIntoView({ block: 'center' });
  const box = canvas.element.getBoundingClientRect();
  const middle = canvas.middle(number);
  return { x: box.left + middle.x, y: box.top + middle.y };
}, slot);

// Routes that run over a rack that is neither their first nor their last, as sentences; and how many leave their rack.
const strays = (tab) => tab.evaluate(() => {
  const { routes, map } = window.railyard.racks.canvas;
  const inside = (rack, point) => point.x > rack.x && point.x < rack.x + rack.w && point.y > rack.y && point.y < rack.y + rack.h;
  const found = [];
  let leaving = 0;
  for (const { points } of routes) {
    const own = map.racks.filter((rack) => inside(rack, points[0]) || inside(rack, points[points.length - 1]));
    if (own.length > 1) ++leaving;
    for (let i = 0; i + 1 < points.length; ++i) {
      const [a, b] = [points[i], points[i + 1]];
      if (own.length > 1 && a.x !== b.x && a.y !== b.y) found.push('a slanting line');
      for (let share = 0; share <= 1; share += 0.02) {
        const point = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
        const over = map.racks.find((rack) => inside(rack, point) && !own.includes(rack));
        if (over) found.push(`over the rack at ${over.x.toFixed(1)}, ${over.y.toFixed(1)}`);
      }
    }
  }
  return { found: [...new Set(found)], leaving };
});

const cases = {
  async 'racks tell who sits where, by mouse and by keys'(open) {
    const tab = await at(open, '#racks?layout=llama3-405b-8k&on=gb200-nvl72', desktop);
    assert.match(await tab.innerText('.racks .lead'), /8,192 ranks on 114 racks \(NVLink domains\).*7,680 hops of pp, 89\.0 % stay on NVLink; 848 cross/);
    await tab.focus('.racks-canvas');
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('ArrowDown');
    assert.match(await told(tab), /rack0\/tray1\/gpu0: rank 4 .*pp group/);
    // Ranks stand rack by rack: 72 to a rack, so rank 144 is the first of the third.
    const { x, y } = await spot(tab, 144);
    await tab.mouse.move(x, y);
    await frame(tab);
    assert.match(await told(tab), /rack2\/tray0\/gpu0: rank 144 .*pp group: 16 hops, \d+ on NVLink, \d+ over the network/);
    return tab;
  },

  async 'a click keeps a group lit, and the address has it'(open) {
    const tab = await at(open, '#racks?layout=gpt3-175b-64', desktop);
    const { x, y } = await spot(tab, 9);
    await tab.mouse.click(x, y);
    await tab.waitForFunction(() => location.hash.includes('rank=9'), null, { timeout: 60000 });
    await tab.mouse.move(5, 5);
    await frame(tab);
    assert.match(await told(tab), /box1\/server0\/gpu1: rank 9 \(tp 1, pp 1\)/);
    const again = await at(open, await tab.evaluate(() => location.hash), desktop);
    assert.strictEqual(await told(again), await told(tab));
    assert.strictEqual(await again.evaluate(() => window.railyard.racks.canvas.routes.length), 8);
    await again.context().close();
    // By the slider: group 3 of pp is that of rank 3.
    await tab.fill('.racks-group input[type=number]', '3');
    await tab.keyboard.press('Enter');
    await frame(tab);
    assert.match(await told(tab), /rank 3 /);
    // There are eight groups; a number out of range is the nearest.
    await tab.fill('.racks-group input[type=number]', '99');
    await tab.keyboard.press('Enter');
    await frame(tab);
    assert.match(await told(tab), /rank 7 /);
    assert.strictEqual(await tab.inputValue('.racks-group input[type=number]'), '7');
    assert.strictEqual(await tab.getAttribute('.racks-group input[type=number]', 'max'), '7');
    await tab.click('.racks-group button');
    await frame(tab);
    assert.match(await told(tab), /Point at a GPU/);
    return tab;
  },

  async 'a finger lights a group and lets go of it'(open) {
    const tab = await at(open, '#racks?layout=gpt3-175b-64', phone);
    const { x, y } = await spot(tab, 9);
    await tab.touchscreen.tap(x, y);
    await frame(tab);
    assert.match(await told(tab), /rank 9 \(tp 1, pp 1\)/);
    assert.strictEqual(await tab.$eval('.racks-canvas', (one) => getComputedStyle(one).touchAction), 'pan-y');
    await tab.click('.zoom button[aria-label="Closer"]');
    await frame(tab);
    assert.strictEqual(await tab.$eval('.racks-canvas', (one) => getComputedStyle(one).touchAction), 'none');
    await tab.click('.zoom button:has-text("All")');
    await frame(tab);
    const again = await spot(tab, 9);
    await tab.touchscreen.tap(again.x, again.y);
    await frame(tab);
    assert.match(await told(tab), /Point at a GPU/);
    return tab;
  },

  async 'hops between racks run in the gutters, also into the next row'(open) {
    for (const [job, by, rank, leaving] of [['layout=llama3-405b-8k&on=gb200-nvl72', 'pp', 2048, 1], ['layout=llama3-405b-8k&on=gb200-nvl72', 'dp', 5, 64],
      ['layout=gpt3-175b-64', 'pp', 3, 8], ['layout=llama3-405b-8k&on=hgx-h100', 'pp', 700, 16], [`${big}&on=llama3-24k`, 'pp', 2000, 16]]) {
      for (const window of job.includes('24k') ? [desktop, phone] : [desktop]) {
        const tab = await at(open, `#racks?${job}&by=${by}&rank=${rank}`, window);
        await frame(tab);
        const { found, leaving: seen } = await strays(tab);
        assert.deepStrictEqual(found, [], `${job} ${by} at ${window.width}`);
        assert.ok(seen >= leaving, `${seen} hops of ${job} ${by} leave their rack`);
        await tab.context().close();
      }
    }
    return at(open, '#racks', desktop);
  },

  async 'what is in sight is in the address, in windows of other sizes too'(open) {
    const middle = (tab) => tab.evaluate(() => {
      const { map, scale, shift, element, fitScale } = window.railyard.racks.canvas;
      return [scale / fitScale, (element.clientWidth / 2 - shift.x) / scale / map.w, (element.clientHeight / 2 - shift.y) / scale / map.h];
    });
    const tab = await at(open, '#racks?layout=llama3-405b-8k&on=gb200-nvl72', desktop);
    await tab.click('.zoom button[aria-label="Closer"]');
    await tab.click('.zoom button[aria-label="Closer"]');
    const box = await tab.$eval('.racks-canvas', (one) => { const { left, top } = one.getBoundingClientRect(); return { left, top }; });
    await tab.mouse.move(box.left + 300, box.top + 300);
    await tab.mouse.down();
    await tab.mouse.move(box.left + 420, box.top + 340, { steps: 4 });
    await tab.mouse.up();
    await tab.waitForFunction(() => /zoom=2\.56,/.test(location.hash), null, { timeout: 60000 });
    const there = await middle(tab);
    const hash = await tab.evaluate(() => location.hash);
    for (const window of [desktop, { ...desktop, width: 900 }]) {
      const again = await at(open, hash, window);
      await frame(again);
      (await middle(again)).forEach((value, i) => assert.ok(Math.abs(value - there[i]) < 1e-3, `${value} for ${there[i]} at ${window.width}`));
      await again.context().close();
    }
    // Lighting a group moves nothing, another job's racks are shown whole.
    await tab.fill('.racks-group input[type=number]', '3');
    await tab.keyboard.press('Enter');
    await frame(tab);
    assert.deepStrictEqual(await middle(tab), there);
    await tab.selectOption('.racks [data-what="on"] select', 'hgx-h100');
    await frame(tab);
    await tab.waitForFunction(() => !location.hash.includes('zoom='), null, { timeout: 60000 });
    return tab;
  },

  async 'a lit group is shown as near as it fits'(open) {
    for (const window of [desktop, phone]) {
      const tab = await at(open, `#racks?${big}&on=llama3-24k&rank=2000`, window);
      await tab.click('.zoom button:has-text("Group")');
      await frame(tab);
      const seen = await tab.evaluate(() => {
        const { routes, scale, shift, element } = window.railyard.racks.canvas;
        const points = routes.flatMap((route) => route.points).map((point) => ({ x: point.x * scale + shift.x, y: point.y * scale + shift.y }));
        return { scale, out: points.filter(({ x, y }) => x < 0 || y < 0 || x > element.clientWidth || y > element.clientHeight).length };
      });
      assert.ok(seen.out === 0 && seen.scale > 4, JSON.stringify(seen));
      await tab.context().close();
    }
    return at(open, '#racks', desktop);
  },

  async 'a job that was changed is said to be, and leads back to the one that is shipped'(open) {
    const tab = await at(open, '#racks?layout=gpt3-175b-64&parallel.tp=4&batch.micro=2', desktop);
    assert.match(await tab.innerText('.racks .changes'), /^gpt3-175b-64, changed: tp, micro\./);
    await tab.click('text=As it is shipped');
    await frame(tab);
    assert.strictEqual(await tab.isVisible('.racks .changes'), false);
    assert.match(await tab.innerText('.racks .lead'), /^64 ranks/);
    return tab;
  },

  // In grey, and by shape: a hollow, a striped and a crossed cell differ from each other and from any rank's.
  async 'idle, spare and missing GPUs are plain to see'(open) {
    // 7 x 16 ranks on racks of which 64 GPUs are used: 8 spares in each, 16 idle.
    const tab = await at(open, '#racks?layout=gpt3-175b-64&on=gb200-nvl72&placement.per_domain=64&parallel.dp=2&parallel.pp=7&batch.sequences=128&pipeline.schedule=1f1b&pipeline.chunks=1', desktop);
    const legend = await tab.innerText('.racks .legend');
    assert.match(legend, /idle \(16\)/);
    assert.match(legend, /spare \(16\)/);
    for (const scheme of ['light', 'dark']) {
      await tab.emulateMedia({ colorScheme: scheme });
      await frame(tab);
      await frame(tab);
      // Slots: 0 a rank, 64 a spare of the first rack, 72 + 48 idle in the second.
      const greys = await tab.evaluate((slots) => {
        const view = window.railyard.racks.canvas;
        const copy = document.createElement('canvas');
        copy.width = view.canvas.width;
        copy.height = view.canvas.height;
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(view.canvas, 0, 0);
        return slots.map((slot) => {
          const { x, y } = view.middle(slot);
          const size = Math.round(0.8 * view.scale);
          const { data } = context.getImageData(Math.round(x - size / 2), Math.round(y - size / 2), size, size);
          const grey = [];
          for (let i = 0; i < data.length; i += 4) grey.push(0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]);
          return grey;
        });
      }, [0, 64, 120]);
      const spread = greys.map((grey) => Math.max(...grey) - Math.min(...grey));
      assert.ok(spread[0] < 1, `a rank is of one colour, ${scheme}`);
      assert.ok(spread[1] > 60 && spread[2] > 60, `${spread} ${scheme}`);
      // The inside: striped for a spare, plain for an idle one.
      const inside = greys.map((grey) => { const side = Math.sqrt(grey.length); return grey.filter((_, i) => Math.min(i % side, side - 1 - (i % side), Math.floor(i / side), side - 1 - Math.floor(i / side)) > 3); });
      assert.ok(Math.max(...inside[1]) - Math.min(...inside[1]) > 60, `stripes, ${scheme}`);
      assert.ok(Math.max(...inside[2]) - Math.min(...inside[2]) < 1, `hollow, ${scheme}`);
    }
    await tab.focus('.racks-canvas');
    const { x, y } = await spot(tab, 64);
    await tab.mouse.move(x, y);
    await frame(tab);
    assert.match(await told(tab), /spare: the layout keeps it back/);
    return tab;
  },

  // The lines of this group run along the names of box 5 and box 6.
  async 'names stay legible where a group is lit, and no hop strikes through them'(open) {
    for (const scheme of ['light', 'dark']) {
      const tab = await at(open, '#racks?layout=gpt3-175b-64&on=hgx-a100&rank=9', { ...desktop, scheme });
      await frame(tab);
      const names = await tab.evaluate(() => {
        const view = window.railyard.racks.canvas;
        const context = view.overlay.getContext('2d');
        const style = getComputedStyle(document.documentElement);
        const rgb = (name) => [1, 3, 5].map((i) => parseInt(style.getPropertyValue(`--${name}`).trim().slice(i, i + 2), 16));
        const light = (colour) => colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const [paper, hop] = [rgb('surface'), rgb('network')];
        const y = light(paper);
        const crossing = (name) => view.routes.some(({ points }) => points.some((point, i) => {
          if (i === 0) return false;
          const [a, b] = [view.screen(points[i - 1]), view.screen(point)];
          return Math.abs(a.y - b.y) < 0.01 && Math.abs(a.y - name.y) < 6 && Math.min(a.x, b.x) < name.x + name.w && Math.max(a.x, b.x) > name.x;
        }));
        return view.shownNames.map((name) => {
          const { data } = context.getImageData(Math.round(name.x), Math.round(name.y - 6), Math.round(name.w), 12);
          let most = 1;
          let struck = 0;
          for (let i = 0; i < data.length; i += 4) {
            const here = [data[i], data[i + 1], data[i + 2]];
            const z = light(here);
            most = Math.max(most, (Math.max(y, z) + 0.05) / (Math.min(y, z) + 0.05));
            if (here.every((value, at) => Math.abs(value - hop[at]) < 40)) ++struck;
          }
          return { text: name.text, most, struck, crossing: crossing(name) };
        });
      });
      assert.strictEqual(names.length, 8);
      assert.ok(names.some((name) => name.crossing), 'no line runs along a name: the case tells nothing');
      for (const name of names) assert.ok(name.most >= 4.5 && name.struck === 0, JSON.stringify(name));
      await tab.context().close();
    }
    return at(open, '#racks', desktop);
  },

  // 16,384 GPUs in six pods: cells of four pixels, with gutters between their boxes.
  async 'pods are named, and whatever is pointed at inside them is a GPU'(open) {
    for (const [window, steps] of [[desktop, 12], [phone, 6]]) {
      const tab = await at(open, `#racks?${big}&on=llama3-24k`, window);
      await frame(tab);
      const names = await tab.evaluate(() => window.railyard.racks.canvas.shownNames.map((name) => name.text));
      assert.deepStrictEqual(names.slice(0, 3), ['pod 0', 'pod 1', 'pod 2']);
      assert.strictEqual(names.length, 6);
      const group = await tab.evaluate(() => {
        const { map, scale, shift, element } = window.railyard.racks.canvas;
        element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        const racks = map.racks.filter((rack) => rack.x > map.groups[1].x && rack.x < map.groups[1].x + map.groups[1].w);
        const [left, top] = [Math.min(...racks.map((rack) => rack.x)), Math.min(...racks.map((rack) => rack.y))];
        const [right, bottom] = [Math.max(...racks.map((rack) => rack.x + rack.w)), Math.max(...racks.map((rack) => rack.y))];
        return { x: left * scale + shift.x + box.left, y: top * scale + shift.y + box.top, w: (right - left) * scale, h: (bottom - top) * scale };
      });
      for (let i = 0; i <= steps; ++i) {
        await tab.mouse.move(group.x + (group.w * i) / steps, group.y + (group.h * ((i * 5) % (steps + 1))) / steps);
        assert.match(await told(tab), /^box\d+\/server0\/gpu\d in pod 1: rank [\d,]+ /, `point ${i} of ${steps} at ${window.width}`);
      }
      await tab.context().close();
    }
    return at(open, '#racks', desktop);
  },

  async 'names of racks stand free of their frames'(open) {
    for (const hash of ['#racks?layout=gpt3-175b-64&on=single-nvl72', '#racks?layout=gpt3-175b-64&on=hgx-a100', '#racks?layout=gpt3-175b-64&on=hgx-a100&parallel.pp=1&pipeline.schedule=1f1b&pipeline.chunks=1']) {
      for (const window of hash.includes('single') ? [desktop, phone] : [desktop]) {
        const tab = await at(open, hash, window);
        const { room, top } = await tab.evaluate(() => {
          const { map, scale, shift } = window.railyard.racks.canvas;
          return { room: 1.6 * scale, top: Math.min(...map.racks.map((rack) => (rack.y - 0.55) * scale + shift.y)) };
        });
        // Letters of 11 pixels around that line, in a gutter that is at least 15 high where they are written.
        assert.ok(room < 15 || top > 8, `${hash} at ${window.width}: a name at ${top} in a gutter of ${room}`);
        await tab.context().close();
      }
    }
    return at(open, '#racks', desktop);
  },
};

withBrowser((open) => runCases(open, cases)).catch((error) => {
  console.error(error);
  process.exit(1);
});

// Debian's Chromium for tests: one browser, pages of any size and colour scheme, and every complaint of a page kept.
'use strict';
const { chromium } = require('playwright-core');

const options = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
};

// Runs `work(open)` with a browser. `open(url, {width, height, scheme, touch})` gives a page with `page.complaints`: what
// its console, its scripts and its requests said was wrong. A page may ask for its own file and for nothing else.
async function withBrowser(work) {
  const browser = await chromium.launch(options);
  try {
    return await work(async (url, { width = 1280, height = 900, scheme = 'light', touch = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme: scheme, hasTouch: touch, deviceScaleFactor: 1, reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.complaints = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) page.complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => page.complaints.push(`script: ${error.message}`));
      page.on('request', (request) => {
        const asked = request.url();
        if (!asked.startsWith('data:') && !asked.startsWith('blob:') && asked.split('#')[0] !== url.split('#')[0]) {
          page.complaints.push(`request: ${asked.slice(0, 200)}`);
        }
      });
      await page.goto(url);
      return page;
    });
  } finally {
    await browser.close();
  }
}

// Texts that are cut off, reach out of the window or lie over each other, as sentences; only what can be seen counts.
// An element with a `data-may-scroll` ancestor may be wider than the window.
async function textProblems(page) {
  return page.evaluate(() => {
    const boxes = [];
    const problems = [];
    // Clipped to nothing: there for screen readers alone.
    const isForReaders = (element) => element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isForReaders(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent.trim();
      const parent = node.parentElement;
      if (!text || !parent || parent.closest('script, style, noscript, option, [data-for-readers-only]')) continue;
      if (parent.checkVisibility && !parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      if (isForReaders(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue;
        boxes.push({ text: text.slice(0, 40), parent, box });
        if (!parent.closest('[data-may-scroll]') && (box.left < -0.5 || box.right > innerWidth + 0.5)) {
          problems.push(`'${text.slice(0, 40)}' reaches from ${box.left.toFixed(0)} to ${box.right.toFixed(0)} in a window of ${innerWidth}`);
        }
      }
      const clip = parent.closest('[data-may-scroll]') ? 'visible' : getComputedStyle(parent).overflowX;
      if (clip !== 'visible' && parent.scrollWidth > parent.clientWidth + 1) {
        problems.push(`'${text.slice(0, 40)}' is cut off`);
      }
    }
    for (let i = 0; i < boxes.length; ++i) {
      for (let j = i + 1; j < boxes.length; ++j) {
        const [a, b] = [boxes[i], boxes[j]];
        if (a.parent === b.parent) continue;
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // Line boxes of neighbouring lines touch by a pixel or two; letters do not.
        if (wide > 1 && high > 4) problems.push(`'${a.text}' and '${b.text}' overlap by ${wide.toFixed(0)} x ${high.toFixed(0)}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) {
      problems.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
    }
    return problems;
  });
}

module.exports = { withBrowser, textProblems };

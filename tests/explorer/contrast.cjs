// Texts that stand out too little from what is behind them: WCAG 2.1, success criterion 1.4.3, asks for 4.5:1.
'use strict';

// As sentences. Only what can be seen counts, and no names of things that are switched off.
async function contrastProblems(tab) {
  return tab.evaluate(() => {
    const parsed = (text) => { const found = text.match(/[\d.]+/g).map(Number); return { rgb: found.slice(0, 3), alpha: found[3] ?? 1 }; };
    const over = (top, alpha, under) => top.map((value, i) => value * alpha + under[i] * (1 - alpha));
    const luminance = (rgb) => rgb.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
      if (!element) return [255, 255, 255];
      const { rgb, alpha } = parsed(getComputedStyle(element).backgroundColor);
      return alpha === 1 ? rgb : over(rgb, alpha, behind(element.parentElement));
    };
    const opacity = (element) => (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);
    const problems = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent.trim();
      if (!text || parent.closest('script, style, noscript, option, :disabled, [data-for-readers-only]') || !parent.checkVisibility({ checkVisibilityCSS: true })) continue;
      const back = behind(parent);
      const { rgb, alpha } = parsed(getComputedStyle(parent).color);
      const ink = over(rgb, alpha * opacity(parent), back);
      const [a, b] = [luminance(ink), luminance(back)];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) problems.add(`'${text.slice(0, 40)}' has ${contrast.toFixed(2)}:1`);
    }
    return [...problems];
  });
}

module.exports = { contrastProblems };

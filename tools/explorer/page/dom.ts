// Elements in one line, and the few things that every view needs of the page.

type Child = Node | string | null | undefined;
type Properties = Record<string, unknown>;

// h('button', {class: 'primary', onclick: f, 'aria-label': 'Play'}, 'Play'). Functions become listeners, true an empty
// attribute; false and undefined are left out.
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, properties);
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

export function s(tag: string, properties: Properties = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  apply(element, properties);
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

function apply(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
}

// Sets text only where it changes, so that the browser has nothing to lay out anew.
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element: HTMLElement, visible: boolean): void {
  if (element.hidden === visible) element.hidden = !visible;
}

// Says something to screen readers once the hand rests.
export class Announcer {
  private timer = 0;
  private last = '';
  constructor(private readonly region: HTMLElement) {}

  say(text: string): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (text === this.last) return;
      this.last = text;
      this.region.textContent = text;
    }, 600);
  }
}

// Runs `work` in the next frame, once however often it is asked for.
export function oncePerFrame(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}

// A canvas as sharp as the screen. `fit` gives its context, scaled to CSS pixels, with its size in them, and how many of its
// own pixels are one of those.
export function fit(canvas: HTMLCanvasElement): { context: CanvasRenderingContext2D; width: number; height: number; ratio: number } {
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const wide = Math.max(1, Math.round(width * ratio));
  const high = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height, ratio };
}

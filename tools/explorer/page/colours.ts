// Colours that differ in lightness as well as in hue (after Okabe and Ito), as style.css sets them for light and dark.

const names = ['surface', 'ink', 'muted', 'line', 'accent', 'idle', 'forward', 'backward', 'weight', 'compute', 'tp', 'cp',
  'ep', 'pp', 'dp', 'edp', 'etp', 'bubble', 'empty', 'missing', 'on-forward', 'on-backward', 'nvlink', 'pcie', 'network'] as const;
export type ColourName = typeof names[number];

let cache: Record<string, string> = {};

export function colour(name: ColourName): string {
  if (!cache[name]) cache[name] = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return cache[name];
}

// Calls back when the scheme changes.
export function onSchemeChange(changed: () => void): void {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    cache = {};
    changed();
  });
}

const few = ['#0072b2', '#e69f00', '#56b4e9', '#d55e00', '#009e73', '#cc79a7', '#f0e442', '#7f7f7f'];

// The middle of cividis (Nunez et al. 2018), from dark to light: the same to the colour-blind.
const scale = [[0, 42, 102], [45, 65, 108], [84, 89, 109], [116, 115, 116], [148, 141, 120], [184, 170, 112], [220, 201, 92], [253, 231, 55]];

export function coordinateColour(coordinate: number, degree: number): string {
  if (degree <= few.length) return few[coordinate % few.length];
  const at = (coordinate / Math.max(1, degree - 1)) * (scale.length - 1);
  const low = Math.min(scale.length - 2, Math.floor(at));
  const share = at - low;
  const mix = scale[low].map((value, i) => Math.round(value + (scale[low + 1][i] - value) * share));
  return `rgb(${mix.join(',')})`;
}

// Diagonal stripes: idle time stands out by pattern as well as by colour.
export function stripes(context: CanvasRenderingContext2D, back: string, front: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const paint = tile.getContext('2d');
  if (!paint) return front;
  paint.fillStyle = back;
  paint.fillRect(0, 0, 8, 8);
  paint.strokeStyle = front;
  paint.lineWidth = 2.2;
  paint.beginPath();
  for (const shift of [-8, 0, 8]) {
    paint.moveTo(shift - 1, 9);
    paint.lineTo(shift + 9, -1);
  }
  paint.stroke();
  return context.createPattern(tile, 'repeat') || front;
}

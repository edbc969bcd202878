// Colours that differ in lightness as well as in hue (after Okabe and Ito), as style.css sets them for light and dark.

const names = ['surface', 'ink', 'muted', 'line', 'accent', 'idle', 'forward', 'backward', 'weight', 'compute', 'tp', 'cp',
  'ep', 'pp', 'dp', 'edp', 'etp', 'bubble', 'rack', 'missing', 'nvlink', 'pcie', 'network'] as const;
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

// The ramp of coordinates, that of the library's pictures (src/railyard/diagram/palette.cpp): from dark blue to pale yellow
// with lightness rising evenly, whatever the degree, so that neighbours differ to the colour-blind and in grey. The same in
// light and dark.
const bends = [[18, 36, 92], [38, 84, 150], [44, 138, 150], [110, 176, 110], [238, 204, 88], [253, 240, 190]];
const darkest = 20;
const lightest = 91;

type Rgb = number[];

function along(way: number): Rgb {
  const at = Math.min(1, Math.max(0, way)) * (bends.length - 1);
  const low = Math.min(Math.floor(at), bends.length - 2);
  return bends[low].map((value, i) => Math.round(value + (bends[low + 1][i] - value) * (at - low)));
}

// Relative luminance of sRGB, IEC 61966-2-1.
function luminance(colour: Rgb): number {
  const linear = colour.map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

// CIE L*.
function lightness(colour: Rgb): number {
  const y = luminance(colour);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}

function ofLightness(wanted: number): Rgb {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; ++i) {
    const middle = (low + high) / 2;
    if (lightness(along(middle)) < wanted) low = middle;
    else high = middle;
  }
  return along(high);
}

let ramps = new Map<number, string[]>();

// The colours of all coordinates of a dimension, "#rrggbb".
export function coordinateRamp(degree: number): string[] {
  let ramp = ramps.get(degree);
  if (!ramp) {
    ramp = Array.from({ length: degree }, (_, i) => {
      const share = degree < 2 ? 0.4 : i / (degree - 1);
      return `#${ofLightness(darkest + (lightest - darkest) * share).map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    });
    if (ramps.size > 8) ramps = new Map();
    ramps.set(degree, ramp);
  }
  return ramp;
}

export function coordinateColour(coordinate: number, degree: number): string {
  return coordinateRamp(degree)[coordinate] ?? coordinateRamp(degree)[0];
}

// A colour "#rrggbb" as a pixel of ImageData read in words of a little-endian machine, which all that browsers run on are.
export function pixel(hex: string): number {
  const value = parseInt(hex.slice(1), 16);
  return (0xff000000 | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
}

let pixels = { degree: 0, list: new Uint32Array() };

// Of all coordinates of a dimension, as pixels.
export function coordinateColours(degree: number): Uint32Array {
  if (pixels.degree !== degree) {
    pixels = { degree, list: Uint32Array.from(coordinateRamp(degree), pixel) };
  }
  return pixels.list;
}

// Black or white, whichever reads better on a colour "#rrggbb" (contrast as WCAG 2 counts it).
export function inkOn(hex: string): string {
  const y = luminance([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return 1.05 / (y + 0.05) > (y + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

// A share of one colour laid over another, both "#rrggbb".
export function mixed(over: string, under: string, share: number): string {
  const part = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(part(over, at) * share + part(under, at) * (1 - share)).toString(16).padStart(2, '0')).join('')}`;
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

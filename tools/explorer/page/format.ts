// Numbers as the command line writes them.

const grouping = new Intl.NumberFormat('en-US');

export function grouped(number: number): string {
  return grouping.format(number);
}

// Three significant digits without trailing zeros: 3.88, 38.8, 388.
export function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return value.toFixed(0);
  const text = size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
  return text.replace(/\.?0+$/, '') || '0';
}

function prefixed(value: number, step: number, prefixes: string[], unit: string): string {
  let at = 0;
  while (at + 1 < prefixes.length && Math.abs(value) >= step - step / 2000) {
    value /= step;
    ++at;
  }
  return `${threeDigits(value)} ${prefixes[at]}${unit}`;
}

export function gibibytes(bytes: number): string {
  return prefixed(bytes, 1024, ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'], 'B');
}

export function bytes(value: number): string {
  return prefixed(value, 1000, ['', 'k', 'M', 'G', 'T', 'P', 'E'], 'B');
}

export function perSecond(value: number, unit: string): string {
  return prefixed(value, 1000, ['', 'k', 'M', 'G', 'T'], unit);
}

export function count(value: number): string {
  return prefixed(value, 1000, ['', 'k', 'M', 'B', 'T'], '').replace(/ (.?)$/, '$1');
}

export function time(seconds: number): string {
  if (seconds === 0) return '0 s';
  if (seconds >= 0.9995) return `${threeDigits(seconds)} s`;
  if (seconds >= 0.9995e-3) return `${threeDigits(seconds * 1e3)} ms`;
  return `${threeDigits(seconds * 1e6)} us`;
}

// Times that are compared: to the millisecond.
export function exactTime(seconds: number): string {
  if (seconds >= 10000) return `${Math.round(seconds).toLocaleString('en-US')} s`;
  return seconds >= 1 ? `${seconds.toFixed(3)} s` : time(seconds);
}

// Never 100 % unless it is all, nor 0 % unless it is nothing.
export function percent(part: number, whole: number): string {
  if (whole === 0) return '-';
  const share = part / whole;
  if (share === 0) return '0 %';
  if (share === 1) return '100 %';
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)} %`;
}

export function plural(number: number, word: string): string {
  const many = word.endsWith('x') ? `${word}es` : word.endsWith('ch') ? `${word}es` : `${word}s`;
  return `${grouped(number)} ${number === 1 ? word : many}`;
}

// "114 racks (NVLink domains)", as the command line has it; domains without NVLink are none of that.
export function domains(number: number, { word, has_nvlink: hasNvlink }: { word: string; has_nvlink: boolean }): string {
  if (word === 'domain') return plural(number, hasNvlink ? 'NVLink domain' : word);
  return `${plural(number, word)}${hasNvlink ? ` (NVLink domain${number === 1 ? '' : 's'})` : ''}`;
}

// A share as a fraction of small whole numbers where it is one: 3/8, 3/11.
export function fraction(share: number): string {
  for (let under = 1; under <= 4096; ++under) {
    const over = share * under;
    if (Math.abs(over - Math.round(over)) < 1e-9 * under) return under === 1 ? `${Math.round(over)}` : `${Math.round(over)}/${under}`;
  }
  return '';
}

export function simple(value: number): string {
  return Number(value.toPrecision(6)).toString();
}

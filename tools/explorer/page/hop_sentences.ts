// The hops and bytes of one dimension in words.

import { DimensionReport } from './core';
import { bytes, grouped, percent } from './format';

const reaches = ['nvlink', 'pcie', 'network'] as const;
const ways = { nvlink: ['stay on NVLink', 'on NVLink'], pcie: ['go over PCIe', 'over PCIe'], network: ['cross the network', 'over the network'] };

function counted(hops: Record<typeof reaches[number], number>): string {
  const all = hops.nvlink + hops.pcie + hops.network;
  return [`${percent(hops.nvlink, all)} ${ways.nvlink[0]}`, ...(['pcie', 'network'] as const).filter((reach) => hops[reach] > 0)
    .map((reach) => `${grouped(hops[reach])} ${ways[reach][0]}`)].join('; ');
}

export function hopSentences(report: DimensionReport): string[] {
  const all = report.nvlink + report.pcie + report.network;
  const carried = reaches.filter((reach) => report.bytes_per_step[reach] > 0).map((reach) => `${bytes(report.bytes_per_step[reach])} ${ways[reach][1]}`);
  const sentences = [`Of the ${grouped(all)} hops of ${report.name}, ${counted(report)}${report.network === 0 ? '; none leaves for the network' : ''}.`];
  if (carried.length > 0) sentences.push(`A step carries ${carried.join(', ')}.`);
  const wrap = report.wrap.nvlink + report.wrap.pcie + report.wrap.network;
  if (report.name === 'pp' && wrap > 0) sentences.push(`Its wrap, from the last stage to the first, has ${grouped(wrap)} more hops: ${counted(report.wrap)}.`);
  return sentences;
}

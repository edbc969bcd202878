// Hops and bytes of every dimension: how much of it stays on NVLink, and over what the rest goes. The wrap of pp, from the
// last stage to the first, is a line of its own, as the command line has it.

import { DimensionReport, Place } from './core';
import { h } from './dom';
import { bytes, grouped, percent } from './format';

const meaning: Record<string, string> = {
  tp: 'tensor', cp: 'context', pp: 'pipeline', dp: 'data', ep: 'expert', etp: 'expert tensor', edp: 'expert data',
};

interface Hops {
  nvlink: number;
  pcie: number;
  network: number;
}

interface Column {
  name: string;
  css: string;
  cell: (dimension: DimensionReport) => (Node | string)[];
  wrap?: (dimension: DimensionReport) => (Node | string)[];
}

const counted = (hops: number) => (hops > 0 ? grouped(hops) : '-');
const carried = (size: number) => (size > 0 ? bytes(size) : '-');

function share(hops: Hops): Node[] {
  const all = hops.nvlink + hops.pcie + hops.network;
  const part = (reach: keyof Hops) => h('div', { class: `reach-${reach}`, style: `flex-grow:${hops[reach] / all}` });
  return [h('div', { class: 'share-bar', 'aria-hidden': 'true' }, part('nvlink'), part('pcie'), part('network')),
    h('span', { class: 'small' }, `${percent(hops.nvlink, all)} of ${grouped(all)}`)];
}

// By tier where there are several.
function network(dimension: DimensionReport): string {
  if (dimension.network === 0) return '-';
  const tiers = Object.entries(dimension.hops).filter(([name, hops]) => name !== 'nvlink' && name !== 'pcie' && hops > 0);
  return tiers.map(([name, hops]) => (name === 'network' ? grouped(hops) : `${name} ${grouped(hops)}`)).join(', ');
}

// PCIe has columns where anything goes over it.
function columnsOf(dimensions: DimensionReport[]): Column[] {
  const hasPcie = dimensions.some((dimension) => dimension.pcie + dimension.wrap.pcie > 0);
  const number = (name: string, cell: (dimension: DimensionReport) => string, wrap?: (dimension: DimensionReport) => string): Column =>
    ({ name, css: 'right figure', cell: (dimension) => [cell(dimension)], wrap: wrap && ((dimension) => [wrap(dimension)]) });
  return [
    number('degree', (dimension) => grouped(dimension.degree)),
    number('groups', (dimension) => grouped(dimension.groups)),
    { name: 'hops on NVLink', css: 'share', cell: share, wrap: (dimension) => share(dimension.wrap) },
    ...(hasPcie ? [number('hops over PCIe', (dimension) => counted(dimension.pcie), (dimension) => counted(dimension.wrap.pcie))] : []),
    { name: 'hops on the network', css: 'small wide', cell: (dimension) => [network(dimension)], wrap: (dimension) => [counted(dimension.wrap.network)] },
    number('NVLink bytes', (dimension) => carried(dimension.bytes_per_step.nvlink)),
    ...(hasPcie ? [number('PCIe bytes', (dimension) => carried(dimension.bytes_per_step.pcie))] : []),
    number('network bytes', (dimension) => carried(dimension.bytes_per_step.network)),
  ];
}

export class HopsTable {
  readonly element = h('div', { class: 'scroll', 'data-may-scroll': true, tabindex: 0, role: 'region', 'aria-label': 'Hops of every dimension' });

  private shown = '';

  update(place: Place): void {
    // Much of what moves leaves the hops as they are.
    const key = JSON.stringify(place.dimensions);
    if (key === this.shown) return;
    this.shown = key;
    const dimensions = place.dimensions.filter((dimension) => dimension.degree > 1);
    if (dimensions.length === 0) {
      this.element.replaceChildren(h('p', { class: 'muted' }, 'One GPU: nothing to send.'));
      return;
    }
    const columns = columnsOf(dimensions);
    this.element.replaceChildren(h('table', { role: 'table', class: 'hops', 'aria-label': 'Hops and bytes of every dimension' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, h('th', { scope: 'col', role: 'columnheader' }, 'dimension'), ...columns.map(({ name, css }) =>
        h('th', { scope: 'col', role: 'columnheader', class: css.includes('right') ? 'right' : '' }, name)))),
      h('tbody', { role: 'rowgroup' }, ...dimensions.flatMap((dimension) => this.rows(dimension, columns)))));
  }

  // Stacked where the window is narrow: every cell says what it is (`data-name`), and the roles stay those of a table.
  private rows(dimension: DimensionReport, columns: Column[]): HTMLElement[] {
    const head = (...content: (Node | string)[]) => h('th', { scope: 'row', role: 'rowheader' }, ...content);
    const rows = [h('tr', { role: 'row', 'data-dimension': dimension.name },
      head(h('i', { class: `swatch dim-${dimension.name}` }), dimension.name, h('span', { class: 'muted light' }, ` ${meaning[dimension.name]}`)),
      ...columns.map(({ name, css, cell }) => h('td', { role: 'cell', class: css, 'data-name': name }, ...cell(dimension))))];
    const { wrap } = dimension;
    if (dimension.name === 'pp' && wrap.nvlink + wrap.pcie + wrap.network > 0) {
      rows.push(h('tr', { role: 'row', 'data-dimension': 'wrap' }, head(h('span', { class: 'light' }, 'its wrap', h('span', { class: 'muted' }, ', last to first'))),
        ...columns.map((column) => h('td', { role: 'cell', class: column.wrap ? column.css : `empty ${column.css}`, 'data-name': column.name }, ...(column.wrap ? column.wrap(dimension) : [])))));
    }
    return rows;
  }
}

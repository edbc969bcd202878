// Hops and bytes of every dimension: how much of it stays on NVLink.

import { Place } from './core';
import { h } from './dom';
import { bytes, grouped, percent } from './format';

const meaning: Record<string, string> = {
  tp: 'tensor', cp: 'context', pp: 'pipeline', dp: 'data', ep: 'expert', etp: 'expert tensor', edp: 'expert data',
};

const columns = ['dimension', 'degree', 'groups', 'hops on NVLink', 'hops on the network', 'NVLink bytes', 'network bytes'];

export class HopsTable {
  readonly element = h('div', { class: 'scroll', 'data-may-scroll': true, tabindex: 0, role: 'region', 'aria-label': 'Hops of every dimension' });

  private shown = '';

  update(place: Place): void {
    // Much of what moves leaves the hops as they are.
    const key = JSON.stringify(place.dimensions);
    if (key === this.shown) return;
    this.shown = key;
    const rows = place.dimensions.filter((dimension) => dimension.degree > 1).map((dimension) => {
      const all = dimension.nvlink + dimension.pcie + dimension.network;
      const tiers = Object.entries(dimension.hops).filter(([name, hops]) => name !== 'nvlink' && name !== 'pcie' && hops > 0);
      const network = tiers.map(([name, hops]) => `${name} ${grouped(hops)}`).join(', ');
      const carried = dimension.bytes_per_step;
      // Stacked where the window is narrow: every cell says what it is (`data-name`), and the roles stay those of a table.
      const cell = (column: number, css: string, ...content: (Node | string)[]) => h('td', { role: 'cell', class: css, 'data-name': columns[column] }, ...content);
      return h('tr', { role: 'row', 'data-dimension': dimension.name },
        h('th', { scope: 'row', role: 'rowheader' }, h('i', { class: `swatch dim-${dimension.name}` }), dimension.name, h('span', { class: 'muted light' }, ` ${meaning[dimension.name]}`)),
        cell(1, 'right figure', grouped(dimension.degree)),
        cell(2, 'right figure', grouped(dimension.groups)),
        cell(3, 'share',
          h('div', { class: 'share-bar', 'aria-hidden': 'true' },
            h('div', { class: 'reach-nvlink', style: `flex-grow:${dimension.nvlink / all}` }),
            h('div', { class: 'reach-pcie', style: `flex-grow:${dimension.pcie / all}` }),
            h('div', { class: 'reach-network', style: `flex-grow:${dimension.network / all}` })),
          h('span', { class: 'small' }, `${percent(dimension.nvlink, all)} of ${grouped(all)}`)),
        cell(4, 'small', dimension.network > 0 ? network : dimension.pcie > 0 ? `PCIe ${grouped(dimension.pcie)}` : 'none'),
        cell(5, 'right figure', carried.nvlink > 0 ? bytes(carried.nvlink) : '-'),
        cell(6, 'right figure', carried.network > 0 ? bytes(carried.network) : '-'));
    });
    if (rows.length === 0) {
      this.element.replaceChildren(h('p', { class: 'muted' }, 'One GPU: nothing to send.'));
      return;
    }
    this.element.replaceChildren(h('table', { role: 'table', class: 'hops', 'aria-label': 'Hops and bytes of every dimension' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...columns.map((name, i) =>
        h('th', { scope: 'col', role: 'columnheader', class: [1, 2, 5, 6].includes(i) ? 'right' : '' }, name)))),
      h('tbody', { role: 'rowgroup' }, ...rows)));
  }
}

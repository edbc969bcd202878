// Hops and bytes of every dimension: how much of it stays on NVLink.

import { Place } from './core';
import { h } from './dom';
import { bytes, grouped, percent } from './format';

const meaning: Record<string, string> = {
  tp: 'tensor', cp: 'context', pp: 'pipeline', dp: 'data', ep: 'expert', etp: 'expert tensor', edp: 'expert data',
};

export class HopsTable {
  readonly element = h('div', { class: 'scroll', 'data-may-scroll': true, tabindex: 0, role: 'region', 'aria-label': 'Hops of every dimension' });

  update(place: Place): void {
    const rows = place.dimensions.filter((dimension) => dimension.degree > 1).map((dimension) => {
      const all = dimension.nvlink + dimension.pcie + dimension.network;
      const tiers = Object.entries(dimension.hops).filter(([name, hops]) => name !== 'nvlink' && name !== 'pcie' && hops > 0);
      const network = tiers.map(([name, hops]) => `${name} ${grouped(hops)}`).join(', ');
      const carried = dimension.bytes_per_step;
      return h('tr', { 'data-dimension': dimension.name },
        h('th', { scope: 'row' }, h('i', { class: `swatch dim-${dimension.name}` }), dimension.name, h('span', { class: 'muted light' }, ` ${meaning[dimension.name]}`)),
        h('td', { class: 'right figure' }, grouped(dimension.degree)),
        h('td', { class: 'right figure' }, grouped(dimension.groups)),
        h('td', {},
          h('div', { class: 'share-bar', 'aria-hidden': 'true' },
            h('div', { class: 'reach-nvlink', style: `flex-grow:${dimension.nvlink / all}` }),
            h('div', { class: 'reach-pcie', style: `flex-grow:${dimension.pcie / all}` }),
            h('div', { class: 'reach-network', style: `flex-grow:${dimension.network / all}` })),
          h('span', { class: 'small' }, `${percent(dimension.nvlink, all)} of ${grouped(all)}`)),
        h('td', { class: 'small' }, dimension.network > 0 ? network : dimension.pcie > 0 ? `PCIe ${grouped(dimension.pcie)}` : 'none'),
        h('td', { class: 'right figure' }, carried.nvlink > 0 ? bytes(carried.nvlink) : '-'),
        h('td', { class: 'right figure' }, carried.network > 0 ? bytes(carried.network) : '-'));
    });
    if (rows.length === 0) {
      this.element.replaceChildren(h('p', { class: 'muted' }, 'One GPU: nothing to send.'));
      return;
    }
    this.element.replaceChildren(h('table', {},
      h('thead', {}, h('tr', {}, ...['dimension', 'degree', 'groups', 'hops on NVLink', 'hops on the network', 'NVLink bytes', 'network bytes'].map((name, i) =>
        h('th', { scope: 'col', class: [1, 2, 5, 6].includes(i) ? 'right' : '' }, name)))),
      h('tbody', {}, ...rows)));
  }
}

// What a hand moves: sliders over lists of sensible numbers with a field for any other, and lists to choose from.

import { h, setText } from './dom';

let ids = 0;

export interface Control {
  element: HTMLElement;
  update(value: string): void;
}

// A slider over `values()`, which may change, with a number field beside it.
export class NumberControl implements Control {
  readonly element: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly field: HTMLInputElement;
  readonly hint: HTMLElement;
  private values: number[] = [];
  private shown = '';
  private isTyped = false;  // what is in the field is not told yet, and stays

  constructor(label: string, about: string, private readonly offered: () => number[], changed: (value: string) => void,
    step = '1', least = step === '1' ? 1 : 0) {
    const id = `n${++ids}`;
    this.range = h('input', {
      type: 'range', id, min: 0, step: 1, title: about,
      oninput: () => changed(String(this.values[Number(this.range.value)])),
    });
    this.field = h('input', {
      type: 'number', min: least, step, 'aria-label': `${label}, as a number`, inputmode: step === '1' ? 'numeric' : 'decimal',
      oninput: () => { this.isTyped = true; },
      onblur: () => { this.isTyped = false; },
      onchange: () => {
        this.isTyped = false;
        // An empty field says nothing: it goes back to what is.
        if (this.field.value === '') this.field.value = this.shown;
        else changed(this.field.value);
      },
    });
    this.hint = h('p', { class: 'hint small muted' });
    this.element = h('div', { class: 'control number' }, h('label', { for: id, title: about }, label), this.range, this.field);
  }

  // The most that the field offers.
  limit(most: number): void {
    if (this.field.max !== String(most)) this.field.max = String(most);
  }

  setHint(text: string): void {
    setText(this.hint, text);
  }

  // Nothing is chosen where `value` is empty.
  update(value: string): void {
    this.shown = value;
    const values = this.offered().slice();
    const number = value === '' ? values[0] : Number(value);
    if (!values.includes(number)) {
      values.push(number);
      values.sort((a, b) => a - b);
    }
    this.values = values;
    // Only what differs is set: a field that is set to what it holds is laid out anew all the same.
    const most = String(values.length - 1);
    const at = String(values.indexOf(number));
    if (this.range.max !== most) this.range.max = most;
    if (this.range.value !== at) this.range.value = at;
    if (!this.isTyped && this.field.value !== value) this.field.value = value;
    const told = value || 'none';
    if (this.range.getAttribute('aria-valuetext') !== told) this.range.setAttribute('aria-valuetext', told);
  }
}

export interface Choice {
  value: string;
  text: string;
  group?: string;
}

export class ChoiceControl implements Control {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private shown = '';

  constructor(label: string, about: string, private readonly offered: () => Choice[], changed: (value: string) => void) {
    const id = `c${++ids}`;
    this.select = h('select', { id, title: about, onchange: () => changed(this.select.value) });
    this.element = h('div', { class: 'control choice' }, h('label', { for: id, title: about }, label), this.select);
  }

  update(value: string): void {
    const choices = this.offered();
    const key = JSON.stringify(choices);
    if (key !== this.shown) {
      this.shown = key;
      this.select.replaceChildren();
      let group: HTMLOptGroupElement | null = null;
      for (const choice of choices) {
        const option = h('option', { value: choice.value }, choice.text);
        if (choice.group && (!group || group.label !== choice.group)) {
          group = h('optgroup', { label: choice.group });
          this.select.append(group);
        }
        (choice.group && group ? group : this.select).append(option);
      }
    }
    if (this.select.value !== value) this.select.value = value;
  }
}

export class TextControl implements Control {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;

  constructor(label: string, about: string, suggestions: string[], changed: (value: string) => void) {
    const id = `t${++ids}`;
    this.field = h('input', {
      type: 'text', id, title: about, list: `${id}l`, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
      onchange: () => changed(this.field.value.replace(/\s+/g, '')),
    });
    this.element = h('div', { class: 'control text' }, h('label', { for: id, title: about }, label), this.field,
      h('datalist', { id: `${id}l` }, ...suggestions.map((text) => h('option', { value: text }))));
  }

  update(value: string): void {
    if (document.activeElement !== this.field && this.field.value !== value) this.field.value = value;
  }
}

export class SwitchControl implements Control {
  readonly element: HTMLElement;
  private readonly box: HTMLInputElement;

  constructor(label: string, about: string, changed: (value: string) => void) {
    const id = `b${++ids}`;
    this.box = h('input', { type: 'checkbox', id, onchange: () => changed(String(this.box.checked)) });
    this.element = h('div', { class: 'control switch', title: about }, this.box, h('label', { for: id }, label));
  }

  update(value: string): void {
    this.box.checked = value === 'true';
  }
}

// How form controls give and take their values, by element. Everything else shows text.

import { textOf } from './values.js';

const PLAIN = { commit: ['change', 'blur'], live: ['input'] };
const SHOELACE = { commit: ['sl-change', 'sl-blur'], live: ['sl-input'] };

/** @param {Value} value */
const toNumber = (value) => Number(value) || 0;
/** @param {Value} value */
const toList = (value) => (Array.isArray(value) ? value : value === null ? [] : [value]).map(textOf);

/** @type {Control} */
const text = {
  input: true,
  ...PLAIN,
  read: (element) => element.value,
  write: (element, value) => putText(element, textOf(value)),
  normal: (value) => textOf(value),
};

/** @type {Control} */
const tick = {
  input: true,
  ...PLAIN,
  read: (element) => element.checked,
  write: (element, value) => void (element.checked = Boolean(value)),
  normal: Boolean,
  together: (element) => [element],
};

/** One of a group: it speaks only when it is the chosen one. @type {Control} */
const radio = {
  input: true,
  ...PLAIN,
  read: (element) => (element.checked ? element.value : undefined),
  write: (element, value) => void (element.checked = textOf(value) === element.value),
  normal: (value, element) => (textOf(value) === element.value ? element.value : undefined),
  together(element) {
    /** @type {HTMLInputElement[]} */
    const radios = [...element.getRootNode().querySelectorAll('input[type="radio"]')];
    return radios.filter((one) => one === element || (element.name && one.name === element.name && one.form === element.form));
  },
};

/** What people chose on their disk stays theirs; scripts may not set it. @type {Control} */
const file = {
  input: true,
  ...PLAIN,
  read: (element) => [...element.files].map((/** @type {File} */ { name }) => name).join(', '),
  write() {},
  normal: (value) => textOf(value),
};

/** @type {Control} */
const choice = {
  input: true,
  ...PLAIN,
  read: (element) => (element.multiple ? [...element.selectedOptions].map(({ value }) => value) : element.value),
  write(element, value) {
    if (!element.multiple) return void (element.value = textOf(value));
    const chosen = new Set(toList(value));
    for (const option of element.options) option.selected = chosen.has(option.value);
  },
  normal: (value, element) => (element.multiple ? toList(value) : textOf(value)),
};

/** @type {Control} */
const slText = { ...text, ...SHOELACE, write: (element, value) => void (element.value = textOf(value)) };
/** @type {Control} */
const slTick = { ...tick, ...SHOELACE };

/** Before the browser knows the control, only its attribute tells. @param {any} element */
const ownValue = (element) => element.value ?? element.getAttribute('value') ?? '';

/** It has no event of its own for a change: it is clicked, or chosen by a key. @type {Control} */
const slRadio = {
  ...radio,
  commit: ['click', 'sl-focus', 'keyup'],
  live: [],
  read: (element) => (element.checked ? ownValue(element) : undefined),
  write: (element, value) => turn(element, textOf(value) === ownValue(element)),
  normal: (value, element) => (textOf(value) === ownValue(element) ? ownValue(element) : undefined),
  together: (element) => [...(element.closest('sl-radio-group')?.querySelectorAll('sl-radio') ?? [element])],
  press: (element) => void (element.checked ||= !element.disabled),
};
/** @type {Control} */
const slNumber = {
  ...slText,
  write: (element, value) => void (element.value = toNumber(value)),
  normal: toNumber,
};
/** Before the browser knows the control, only its attribute tells. @param {any} element */
const takesMany = (element) => element.multiple ?? element.hasAttribute('multiple');

/** @type {Control} */
const slChoice = {
  ...slText,
  write: (element, value) => void (element.value = takesMany(element) ? toList(value) : textOf(value)),
  normal: (value, element) => (takesMany(element) ? toList(value) : textOf(value)),
};

/** It shows a value, and nobody changes it there. @param {Control} control @returns {Control} */
const shown = (control) => ({ ...control, input: false, commit: [], live: [] });

/** @type {Record<string, Control>} */
const BY_TAG = {
  textarea: text,
  select: choice,
  'sl-input': slText,
  'sl-textarea': slText,
  'sl-color-picker': slText,
  'sl-radio-group': slText,
  'sl-select': slChoice,
  'sl-checkbox': slTick,
  'sl-switch': slTick,
  'sl-range': slNumber,
  'sl-rating': slNumber,
  option: shown(slText),
  progress: shown(slNumber),
  meter: shown(slNumber),
  'sl-option': shown(slText),
  'sl-radio-button': shown(slText),
  'sl-menu-item': shown(slText),
  'sl-copy-button': shown(slText),
  'sl-qr-code': shown(slText),
  'sl-progress-bar': shown(slNumber),
  'sl-progress-ring': shown(slNumber),
  'sl-format-number': shown(slNumber),
  'sl-format-bytes': shown(slNumber),
};

/** @type {Record<string, Control>} */
const BY_TYPE = { checkbox: tick, radio, file };

/** Elements of the platform whose `value` is not what they show. */
const TEXT = new Set(['button', 'li', 'data', 'param', 'output']);

/**
 * The control an element is, if it is one. An unknown custom element is one once it is known to have a value.
 * @param {Element} element
 * @returns {Control | undefined}
 */
export function controlOf(element) {
  const tag = element.localName;
  if (tag === 'input') return BY_TYPE[/** @type {HTMLInputElement} */ (element).type] ?? text;
  if (tag === 'sl-radio') return hasOwnValue(element) ? slRadio : shown(slText);
  const known = BY_TAG[tag];
  if (known || tag.startsWith('sl-') || TEXT.has(tag)) return known;
  return tag.includes('-') && 'value' in element ? { ...slText, ...PLAIN } : undefined;
}

/**
 * Whether a radio has a value to be chosen by; else that is what `ui-value` is for.
 * @param {Element} element
 */
function hasOwnValue(element) {
  return element.hasAttribute('value') || element.hasAttribute('ui-attr-value');
}

/**
 * Turn a radio on or off, and have its group know: it would turn it back.
 * @param {any} radio
 * @param {boolean} on
 */
function turn(radio, on) {
  const group = radio.closest('sl-radio-group');
  const own = ownValue(radio);
  if (group && on) group.value = own;
  else if (group && ownValue(group) === own) group.value = '';
  radio.checked = on;
}

/**
 * Set a text field's value and leave the caret where people have it.
 * @param {HTMLInputElement | HTMLTextAreaElement} element
 * @param {string} value
 */
function putText(element, value) {
  if (element.value === value) return;
  const caret = document.activeElement === element ? element.selectionStart : null;
  const atEnd = caret === element.value.length;
  element.value = value;
  if (caret !== null && !atEnd) element.setSelectionRange(caret, caret);
}

// How form controls give and take their values, by element. Everything else shows text.
// Which element is which kind of control, and which events tell of edits, is in rules.js.

import rules from './rules.js';
import { textOf } from './values.js';

/** @typedef {Omit<Control, 'input' | 'commit' | 'live'>} Kind */

/** @param {Value} value */
const toNumber = (value) => Number(value) || 0;
/** @param {Value} value */
const toList = (value) => (Array.isArray(value) ? value : value === null ? [] : [value]).map(textOf);

/** @type {Kind} */
const text = {
  read: (element) => element.value,
  write: (element, value) => putText(element, textOf(value)),
  normal: (value) => textOf(value),
};

/** @type {Kind} */
const tick = {
  read: (element) => element.checked,
  write: (element, value) => void (element.checked = Boolean(value)),
  normal: Boolean,
  together: (element) => [element],
};

/** One of a group: it speaks only when it is the chosen one. @type {Kind} */
const radio = {
  read: (element) => (element.checked ? element.value : undefined),
  write: (element, value) => void (element.checked = textOf(value) === element.value),
  normal: (value, element) => (textOf(value) === element.value ? element.value : undefined),
  together(element) {
    /** @type {HTMLInputElement[]} */
    const radios = [...element.getRootNode().querySelectorAll('input[type="radio"]')];
    return radios.filter((one) => one === element || (element.name && one.name === element.name && one.form === element.form));
  },
};

/** What people chose on their disk stays theirs; scripts may not set it. @type {Kind} */
const file = {
  read: (element) => [...element.files].map((/** @type {File} */ { name }) => name).join(', '),
  write() {},
  normal: (value) => textOf(value),
};

/** @type {Kind} */
const choice = {
  read: (element) => (element.multiple ? [...element.selectedOptions].map(({ value }) => value) : element.value),
  write(element, value) {
    if (!element.multiple) return void (element.value = textOf(value));
    const chosen = new Set(toList(value));
    for (const option of element.options) option.selected = chosen.has(option.value);
  },
  normal: (value, element) => (element.multiple ? toList(value) : textOf(value)),
};

/** @type {Kind} */
const plainText = { ...text, write: (element, value) => void (element.value = textOf(value)) };

/** Before the browser knows the control, only its attribute tells. @param {any} element */
const ownValue = (element) => element.value ?? element.getAttribute('value') ?? '';

/** @type {Kind} */
const slRadio = {
  ...radio,
  read: (element) => (element.checked ? ownValue(element) : undefined),
  write: (element, value) => turn(element, textOf(value) === ownValue(element)),
  normal: (value, element) => (textOf(value) === ownValue(element) ? ownValue(element) : undefined),
  together: (element) => [...(element.closest('sl-radio-group')?.querySelectorAll('sl-radio') ?? [element])],
  press: (element) => void (element.checked ||= !element.disabled),
};
/** @type {Kind} */
const number = {
  ...plainText,
  write: (element, value) => void (element.value = toNumber(value)),
  normal: toNumber,
};
/** Before the browser knows the control, only its attribute tells. @param {any} element */
const takesMany = (element) => element.multiple ?? element.hasAttribute('multiple');

/** @type {Kind} */
const slChoice = {
  ...plainText,
  write: (element, value) => void (element.value = takesMany(element) ? toList(value) : textOf(value)),
  normal: (value, element) => (takesMany(element) ? toList(value) : textOf(value)),
};

/** @type {Record<string, Kind>} */
const NATIVE = { text, tick, radio, file, choice, number };
/** @type {Record<string, Kind>} */
const COMPONENTS = { text: plainText, tick, radio: slRadio, choice: slChoice, number };

/** Without edits it shows a value, and nobody changes it there. @param {Kind} kind @param {string} [edits] @returns {Control} */
const control = (kind, edits) => ({ ...kind, input: edits !== undefined, ...(edits ? rules.edits[edits] : { commit: [], live: [] }) });

/** By element; those of `input` also by type. @type {Record<string, Control>} */
const CONTROLS = Object.fromEntries(
  Object.entries(rules.controls).map(([name, { holds, edits }]) => {
    const kinds = name.startsWith('sl-') ? COMPONENTS : NATIVE;
    return [name, control(kinds[holds], edits)];
  }),
);
const OF_UNKNOWN_COMPONENTS = control(plainText, 'native');
const LABELLED_BY_VALUE = control(plainText);

/**
 * The control an element is, if it is one. An unknown custom element is one once it is known to have a value.
 * @param {Element} element
 * @returns {Control | undefined}
 */
export function controlOf(element) {
  const tag = element.localName;
  if (tag === 'input') return CONTROLS[`input:${/** @type {HTMLInputElement} */ (element).type}`] ?? CONTROLS.input;
  if (tag === 'sl-radio' && !hasOwnValue(element)) return LABELLED_BY_VALUE;
  if (Object.hasOwn(CONTROLS, tag)) return CONTROLS[tag];
  return tag.includes('-') && !tag.startsWith('sl-') && 'value' in element ? OF_UNKNOWN_COMPONENTS : undefined;
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

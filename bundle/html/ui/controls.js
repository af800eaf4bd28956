// How the value of each form control is read and written. Every other element shows text.
// rules.js has the kind of control of each element, and the events that report edits.

import { real } from "./nodes.js";
import rules from "./rules.js";
import { textOf } from "./values.js";

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

/** One radio of a group: only the chosen one has a value to send. @type {Kind} */
const radio = {
  read: (element) => (element.checked ? element.value : undefined),
  write: (element, value) => void (element.checked = textOf(value) === element.value),
  normal: (value, element) => (textOf(value) === element.value ? element.value : undefined),
  together(element) {
    /** @type {HTMLInputElement[]} */
    const radios = [...element.getRootNode().querySelectorAll('input[type="radio"]')];
    return radios.filter(
      (one) => one === element || (element.name && one.name === element.name && one.form === element.form),
    );
  },
};

/** The user chooses the files; scripts cannot set them. @type {Kind} */
const file = {
  read: (element) => [...element.files].map((/** @type {File} */ { name }) => name).join(", "),
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

/** Before the custom element is defined, only its attribute has the value. @param {any} element */
const ownValue = (element) => element.value ?? element.getAttribute("value") ?? "";

/** @type {Kind} */
const slRadio = {
  ...radio,
  read: (element) => (element.checked ? ownValue(element) : undefined),
  write: (element, value) => turn(element, textOf(value) === ownValue(element)),
  normal: (value, element) => (textOf(value) === ownValue(element) ? ownValue(element) : undefined),
  together: (element) => [...(element.closest("sl-radio-group")?.querySelectorAll("sl-radio") ?? [element])],
  press: (element) => void (element.checked ||= !element.disabled),
};
/** @type {Kind} */
const number = {
  ...plainText,
  write: (element, value) => void (element.value = toNumber(value)),
  normal: toNumber,
};
/** Before the custom element is defined, only its attribute has the value. @param {any} element */
const takesMany = (element) => element.multiple ?? element.hasAttribute("multiple");

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

/** Without edits, the control only shows its value. @param {Kind} kind @param {string} [edits] @returns {Control} */
const control = (kind, edits) => ({
  ...kind,
  input: edits !== undefined,
  ...(edits ? rules.edits[edits] : { commit: [], live: [] }),
});

/** By element; those of `input` also by type. @type {Record<string, Control>} */
const CONTROLS = Object.fromEntries(
  Object.entries(rules.controls).map(([name, { holds, edits }]) => {
    const kinds = name.startsWith("sl-") ? COMPONENTS : NATIVE;
    return [name, control(kinds[holds], edits)];
  }),
);
const OF_UNKNOWN_COMPONENTS = control(plainText, "native");
const LABELLED_BY_VALUE = control(plainText);

/**
 * The control of an element, if it has one. Any other custom element is a control if it has a property `value`.
 * @param {Element} element
 * @returns {Control | undefined}
 */
export function controlOf(element) {
  const tag = real(element).localName;
  if (tag === "input") return CONTROLS[`input:${/** @type {HTMLInputElement} */ (element).type}`] ?? CONTROLS.input;
  if (tag === "sl-radio" && !hasOwnValue(element)) return LABELLED_BY_VALUE;
  if (Object.hasOwn(CONTROLS, tag)) return CONTROLS[tag];
  return tag.includes("-") && !tag.startsWith("sl-") && "value" in element ? OF_UNKNOWN_COMPONENTS : undefined;
}

/**
 * The list of options that an element is in. While an option is missing, Shoelace's forgets that it was chosen.
 * @param {Element} element
 */
export function selectAround(element) {
  return /** @type {HTMLElement | null} */ (real(element).closest("select, sl-select"));
}

/**
 * Whether a radio has a value of its own; otherwise `ui-value` provides it.
 * @param {Element} element
 */
function hasOwnValue(element) {
  return element.hasAttribute("value") || element.hasAttribute("ui-attr-value");
}

/**
 * Turn a radio on or off and set the group's value, or the group would turn it back.
 * @param {any} radio
 * @param {boolean} on
 */
function turn(radio, on) {
  const group = radio.closest("sl-radio-group");
  const own = ownValue(radio);
  if (group && on) group.value = own;
  else if (group && ownValue(group) === own) group.value = "";
  radio.checked = on;
}

/**
 * Set a text field's value and keep the position of the caret.
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

// The names of keys in `ui-event-keypress-[mods-]key`.

const MODIFIERS = /** @type {const} */ ({
  ctrl: 'ctrlKey', control: 'ctrlKey', alt: 'altKey', shift: 'shiftKey', meta: 'metaKey', cmd: 'metaKey',
});

/** @type {Record<string, string>} */
const ALIASES = {
  esc: 'escape', return: 'enter', del: 'delete', ins: 'insert', space: ' ', plus: '+', minus: '-',
  up: 'arrowup', down: 'arrowdown', left: 'arrowleft', right: 'arrowright',
  'arrow-up': 'arrowup', 'arrow-down': 'arrowdown', 'arrow-left': 'arrowleft', 'arrow-right': 'arrowright',
  'page-up': 'pageup', 'page-down': 'pagedown', pgup: 'pageup', pgdn: 'pagedown',
};

/** Keys whose own effect would get in the way of what the app does with them. */
const OURS = new Set(['enter', 'arrowup', 'arrowdown', 'pageup', 'pagedown']);

/**
 * @param {string} text `ctrl-shift-k`
 * @returns {{ name: string, matches(event: KeyboardEvent): boolean }}
 */
export function parseKey(text) {
  const parts = text.split('-');
  /** @type {Set<string>} */
  const wanted = new Set();
  while (parts.length > 1 && parts[0] in MODIFIERS) {
    wanted.add(MODIFIERS[/** @type {keyof typeof MODIFIERS} */ (parts.shift())]);
  }
  const name = parts.join('-');
  const key = ALIASES[name] ?? name;
  return {
    name,
    matches: (event) =>
      event.key?.toLowerCase() === key &&
      Object.values(MODIFIERS).every((flag) => event[flag] === wanted.has(flag)),
  };
}

/**
 * Whether the browser's own answer to the key has to be kept off: not for what people type or navigate with.
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  return OURS.has(event.key.toLowerCase()) || event.ctrlKey || event.metaKey || event.altKey;
}

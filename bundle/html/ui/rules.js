// The rules that this front end shares with the page without a browser: attributes, options of paths, controls, keys,
// faults. Everything after `export default` is strict JSON, because pytest_uimcp/core/ui_rules.py reads it too.
//
// attributes  the attributes of viewdefs. A name that ends in a dash is followed by an argument; longer names come first.
//             `kind` is what the attribute makes, `event` the event it listens to if that is not its argument, `access`
//             that of its variable: for a plain path, one on an element that the user edits, `m()` and `m(_)`. With `each`
//             it is given every value, even if the next one has come meanwhile.
// beside      attributes that are read together with others, or that the front end writes; * is any text.
// options     the properties that a path may have after its question mark.
// toggledBy   events of a toggle's own click or change: with a method for one of these it only shows its value.
// controls    elements with a value: its kind, and the `edits` that report changes by the user.
// merged      the types of fields in which several people may type at the same time (`?keypress`): what each has typed is
//             joined with what the others have.
// keys        names in `ui-event-keypress-[mods-]key` in addition to those of `KeyboardEvent.key`; for the `prevented`
//             ones, the browser's default action is prevented.

/** @type {UiRules} */
export default {
  "attributes": {
    "ui-value": {"kind": "binding", "access": {"plain": "r", "edited": "rw", "()": "r", "(_)": "w"}},
    "ui-attr-": {"kind": "binding"},
    "ui-class-": {"kind": "binding"},
    "ui-style-": {"kind": "binding"},
    "ui-html": {"kind": "binding"},
    "ui-code": {"kind": "binding", "each": true},
    "ui-action": {"kind": "event", "event": "click", "access": {"plain": "w", "()": "action", "(_)": "action"}},
    "ui-event-keypress-": {"kind": "event", "event": "keydown", "access": {"plain": "w", "()": "action", "(_)": "action"}},
    "ui-event-": {"kind": "event", "access": {"plain": "w", "()": "action", "(_)": "action"}},
    "ui-view": {"kind": "view"},
    "ui-viewlist": {"kind": "list"}
  },
  "beside": ["ui-app", "ui-namespace", "ui-item-wrapper", "ui-viewdef", "ui-empty", "ui-error-code", "ui-error-description", "ui-event-*-value"],
  "options": [
    "access", "create", "fallbackNamespace", "inactive", "item", "itemWrapper", "keypress", "namespace", "priority",
    "replace", "scrollOnOutput", "wrapper"
  ],
  "toggledBy": ["click", "change", "sl-change", "input", "sl-input"],
  "edits": {
    "native": {"commit": ["change", "blur"], "live": ["input"]},
    "shoelace": {"commit": ["sl-change", "sl-blur"], "live": ["sl-input"]},
    "sl-radio": {"commit": ["click", "sl-focus", "keyup"], "live": []}
  },
  "controls": {
    "input": {"holds": "text", "edits": "native"},
    "input:checkbox": {"holds": "tick", "edits": "native"},
    "input:radio": {"holds": "radio", "edits": "native"},
    "input:file": {"holds": "file", "edits": "native"},
    "textarea": {"holds": "text", "edits": "native"},
    "select": {"holds": "choice", "edits": "native"},
    "progress": {"holds": "number"},
    "meter": {"holds": "number"},
    "sl-input": {"holds": "text", "edits": "shoelace"},
    "sl-textarea": {"holds": "text", "edits": "shoelace"},
    "sl-color-picker": {"holds": "text", "edits": "shoelace"},
    "sl-radio-group": {"holds": "text", "edits": "shoelace"},
    "sl-select": {"holds": "choice", "edits": "shoelace"},
    "sl-checkbox": {"holds": "tick", "edits": "shoelace"},
    "sl-switch": {"holds": "tick", "edits": "shoelace"},
    "sl-radio": {"holds": "radio", "edits": "sl-radio"},
    "sl-range": {"holds": "number", "edits": "shoelace"},
    "sl-rating": {"holds": "number", "edits": "shoelace"},
    "sl-option": {"holds": "text"},
    "sl-radio-button": {"holds": "text"},
    "sl-menu-item": {"holds": "text"},
    "sl-copy-button": {"holds": "text"},
    "sl-qr-code": {"holds": "text"},
    "sl-progress-bar": {"holds": "number"},
    "sl-progress-ring": {"holds": "number"},
    "sl-format-number": {"holds": "number"},
    "sl-format-bytes": {"holds": "number"}
  },
  "merged": ["text", "search", "tel", "url", "email", "textarea"],
  "keys": {
    "modifiers": {"ctrl": "ctrl", "control": "ctrl", "alt": "alt", "shift": "shift", "meta": "meta", "cmd": "meta"},
    "names": {
      "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": " ",
      "backspace": "Backspace", "delete": "Delete", "del": "Delete", "insert": "Insert", "ins": "Insert",
      "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
      "arrow-up": "ArrowUp", "arrow-down": "ArrowDown", "arrow-left": "ArrowLeft", "arrow-right": "ArrowRight",
      "home": "Home", "end": "End", "pageup": "PageUp", "page-up": "PageUp", "pgup": "PageUp",
      "pagedown": "PageDown", "page-down": "PageDown", "pgdn": "PageDown", "plus": "+", "minus": "-",
      "f1": "F1", "f2": "F2", "f3": "F3", "f4": "F4", "f5": "F5", "f6": "F6", "f7": "F7", "f8": "F8", "f9": "F9",
      "f10": "F10", "f11": "F11", "f12": "F12"
    },
    "prevented": ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]
  },
  "faults": {
    "code": {"code": "ui-code", "description": "{error}"},
    "insideItself": {"code": "inside-itself", "description": "an object is not drawn inside its own view: {chain}"},
    "noType": {
      "code": "no-viewdef",
      "description": "an object without a type has no viewdef: give it a type, or make it with session:prototype"
    },
    "noViewdef": {"code": "no-viewdef", "description": "no viewdef for {type}: looked for {keys}"},
    "notAnArray": {"code": "not-an-array", "description": "ui-viewlist shows an array, and this is {what}"},
    "notAnObject": {
      "code": "not-an-object",
      "description": "ui-view shows an object, and this is an array: use ui-viewlist"
    }
  },
  "shoelace": {"version": "2.20.1"}
};

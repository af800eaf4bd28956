// Tells a server that records what a person does in this page, and what the page shows afterwards. Loaded only in a page
// with `<meta name="ui-recording">`, which only such a server sends.
//
// The server works out roles and names: it gets the document, from `probe.js`, with the number of the element. Clicks and
// keys whose effect is reported as the value of a field are not reported. What a script does is reported as what a person
// does, agents that use the browser act so; but not what a handler does while its event or message is handled, which
// follows again. No timer decides that: a script that acts right after a key is an agent's.

/** What the server gets of one action. @typedef {{ verb: string, element: number, document: string } & Record<string, unknown>} Action */
/** @typedef {{ numberOf(element: Element): number, snapshotDocument(): string, settle(limit: number): Promise<boolean> }} Probe */

const TYPE = "recording";
/** The longest a page may take to come to rest, in milliseconds. */
const LONGEST = 3000;
/** How often a page is looked at, with the server at rest in between, until two looks are alike. */
const LOOKS = 6;
/** The events of the browser in whose handlers an app may change its page itself. */
const CAUSES = [
  ...["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "wheel", "drop"],
  ...["keydown", "keypress", "keyup", "beforeinput", "input", "change", "paste", "cut", "select", "invalid"],
  ...["focus", "focusin", "blur", "focusout", "submit", "reset", "toggle", "close", "cancel"],
];
const BOXES = new Set(["checkbox", "radio"]);
const BUTTONS = new Set(["button", "submit", "reset", "image", "file", "color"]);
/** Keys that only move, edit or hold: what they do to a field is reported as its value. */
const EDITING = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Tab|Dead|Process|Unidentified)$/;
const IN_FIELDS = /^(.|Backspace|Delete|Arrow.*|Home|End|PageUp|PageDown|Insert)$/u;
/** Components that say themselves when their value has changed. @type {Record<string, (host: any) => Record<string, unknown>>} */
const COMPONENTS = {
  "sl-checkbox": (host) => ({ verb: host.checked ? "check" : "uncheck" }),
  "sl-switch": (host) => ({ verb: host.checked ? "check" : "uncheck" }),
  "sl-select": (host) => ({ verb: "choose", options: [host.value].flat().map((one) => labelIn(host, one)) }),
  "sl-range": (host) => ({ verb: "fill", value: String(host.value) }),
  "sl-rating": (host) => ({ verb: "fill", value: String(host.value) }),
  "sl-color-picker": (host) => ({ verb: "fill", value: String(host.value) }),
};

/** @param {import('./app.js').App} app */
export function record(app) {
  const probe = /** @type {Probe | undefined} */ (Reflect.get(window, Symbol.for("uimcp")));
  if (probe) new Recording(app.connection, probe).start();
}

class Recording {
  #connection;
  #probe;
  #done = 0;
  /** Whether the person has touched the page since the last report: it may show what no step leads to. */
  #touched = false;
  /** Whether the last key pressed is reported, so that a click it causes is not. */
  #pressed = false;
  /** Events of the browser that may be handled now: what scripts do meanwhile follows from them. @type {Set<Event>} */
  #causes = new Set();
  /** How many batches of messages are handled now. */
  #handling = 0;
  /** What was last reported of a text field. @type {WeakMap<Element, unknown>} */
  #told = new WeakMap();
  /** Questions to the server whether it rests, by their numbers. @type {Map<number, (rests: boolean) => void>} */
  #waiting = new Map();
  #asked = 0;

  /** @param {import('./connection.js').Connection} connection @param {Probe} probe */
  constructor(connection, probe) {
    this.#connection = connection;
    this.#probe = probe;
  }

  start() {
    const { onMessages, onOpen } = this.#connection;
    this.#connection.onMessages = (messages) => {
      const own = messages.filter(({ type }) => type === TYPE);
      for (const { data } of own) this.#heard(/** @type {any} */ (data));
      if (own.length === messages.length) return;
      this.#handling += 1;
      try {
        onMessages(messages.filter(({ type }) => type !== TYPE));
      } finally {
        queueMicrotask(() => void (this.#handling -= 1));
      }
    };
    this.#connection.onOpen = (again) => {
      this.#send({ opens: again ? "again" : "new" });
      onOpen(again);
      void this.#show(0);
    };
    /** @type {Record<string, (event: any) => void>} */
    const listeners = {
      input: (event) => this.#typed(event),
      change: (event) => this.#changed(event),
      "sl-change": (event) => this.#component(event),
      click: (event) => this.#clicked(event),
      keydown: (event) => this.#key(event),
      keyup: () => void (this.#pressed = false),
      pointerdown: () => {
        this.#pressed = false;
        this.#touched = true;
      },
    };
    // Before all others: a handler of the app may be on the window, too.
    for (const name of CAUSES) addEventListener(name, (event) => this.#note(event), true);
    for (const [name, listener] of Object.entries(listeners)) {
      const heard = (/** @type {Event} */ event) => {
        // Components tell of their values in events of their own, which no person makes.
        if (event.isTrusted || name === "sl-change" || !this.#follows()) listener(event);
      };
      document.addEventListener(name, heard, true);
    }
    // After the app: only if it does something with them they are part of the story.
    for (const name of ["contextmenu", "dblclick", "drop"]) addEventListener(name, (event) => this.#rare(event));
  }

  /** @param {{ look?: number, rested?: number, calm?: boolean }} data */
  #heard({ look, rested, calm }) {
    if (look !== undefined) void this.#show(look);
    if (rested !== undefined) this.#waiting.get(rested)?.(Boolean(calm));
  }

  /** @param {Event} event */
  #note(event) {
    if (!event.isTrusted) return;
    this.#follows();
    this.#causes.add(event);
  }

  /** Whether what a script does now follows from an event or a message that is being handled. */
  #follows() {
    for (const event of this.#causes) {
      // An event that has been handled has no phase any more.
      if (event.eventPhase === Event.NONE) this.#causes.delete(event);
    }
    return this.#handling > 0 || this.#causes.size > 0;
  }

  /** @param {Event} event */
  #typed(event) {
    const field = inner(event);
    if (!(isTextField(field) || field.isContentEditable) || component(field)) return;
    const { value = field.textContent } = /** @type {HTMLInputElement} */ (field);
    this.#told.set(field, value);
    this.#report(field, { verb: "fill", value, secret: isSecret(field) });
  }

  /** @param {Event} event */
  #changed(event) {
    const field = /** @type {any} */ (inner(event));
    if (component(field)) return;
    // A script may set a value and tell of its change only.
    if (isTextField(field) && !event.isTrusted) {
      if (this.#told.get(field) !== field.value) this.#typed(event);
      // It is sent now; a replay sends it when the field is left, with its next step.
      this.#touched = true;
      return;
    }
    if (field.localName === "select") {
      this.#report(field, { verb: "choose", options: [...field.selectedOptions].map((option) => option.label) });
    } else if (BOXES.has(field.type)) {
      this.#report(field, { verb: field.checked ? "check" : "uncheck" });
    } else if (field.type === "file") {
      this.#report(field, { verb: "upload", files: [...field.files].map((file) => file.name) });
    } else if (field.type === "color") {
      this.#report(field, { verb: "fill", value: field.value });
    }
  }

  /** @param {Event} event */
  #component(event) {
    const host = /** @type {Element} */ (event.target);
    const tells = COMPONENTS[host.localName];
    if (tells) this.#report(host, tells(host));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const element = inner(event);
    // Enter in a form clicks its button, and Space a box.
    if ((this.#pressed && event.detail === 0) || tellsItself(event, element)) return;
    this.#report(element, { verb: "click" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, ctrlKey, altKey, metaKey } = event;
    this.#pressed = false;
    this.#touched = true;
    // A key of a script moves and writes nothing by itself; what it does to the page is reported as what changed there.
    if (!event.isTrusted || event.isComposing || event.repeat || EDITING.test(key)) return;
    const element = inner(event);
    const shortcut = ctrlKey || altKey || metaKey;
    if (isEdited(element)) {
      if (IN_FIELDS.test(key) && !(shortcut && /^[^acvxyz]$/i.test(key))) return;
    } else if (
      ["Enter", " "].includes(key) &&
      element.closest("a, button, summary, input, select, option, label, sl-button")
    ) {
      return; // a click follows
    }
    if (
      element.closest('select, input[type="radio"], input[type="range"]') ||
      component(element)?.localName === "sl-select"
    )
      return;
    this.#pressed = true;
    const modifiers = [
      ctrlKey && "Control",
      altKey && "Alt",
      metaKey && "Meta",
      event.shiftKey && key.length > 1 && "Shift",
    ];
    this.#report(element, {
      verb: "press",
      key: [...modifiers.filter(Boolean), key === " " ? "Space" : key].join("+"),
    });
  }

  /** @param {Event} event */
  #rare(event) {
    const binding = `ui-event-${event.type}`;
    const listens = event.composedPath().some((one) => one instanceof Element && one.hasAttribute(binding));
    if (event.isTrusted && (listens || event.defaultPrevented)) this.#report(inner(event), { verb: event.type });
  }

  /** @param {Element} element @param {Record<string, unknown>} what */
  #report(element, what) {
    this.#done += 1;
    this.#touched = false;
    const at = this.#probe.numberOf(element);
    this.#send({ ...what, element: at, number: this.#done, document: this.#probe.snapshotDocument() });
    // The app's listeners come after this one.
    setTimeout(() => void this.#show(0));
  }

  /**
   * Tell what the page shows once it has come to rest, unless the person has gone on by then.
   * @param {number} asked the server's question that this answers, if any
   */
  async #show(asked) {
    const number = this.#done;
    const rests = await this.#rest(number);
    if (!asked && number !== this.#done) return;
    const counts = rests && number === this.#done && !this.#touched;
    this.#send({ shows: this.#probe.snapshotDocument(), number: this.#done, asked, counts });
  }

  /**
   * Whether the page has come to rest: two looks at it are alike, with the server at rest in between.
   * @param {number} number of the last action; the next one ends the waiting
   */
  async #rest(number) {
    let before = "";
    for (let looks = 0; looks < LOOKS && number === this.#done; looks++) {
      await this.#probe.settle(LONGEST);
      const now = this.#probe.snapshotDocument();
      if (now === before) return true;
      before = now;
      if (!(await this.#serverRests())) return false;
    }
    return false;
  }

  /** @returns {Promise<boolean>} */
  async #serverRests() {
    const number = ++this.#asked;
    const answer = new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      setTimeout(() => resolve(false), LONGEST);
    });
    this.#send({ rests: number });
    const calm = await answer;
    this.#waiting.delete(number);
    return Boolean(calm);
  }

  /** @param {object} data */
  #send(data) {
    this.#connection.send({ type: TYPE, data: /** @type {any} */ (data) });
  }
}

/** The innermost element of an event, in shadow trees too. @param {Event} event */
function inner(event) {
  const first = event.composedPath().find((one) => one instanceof Element);
  return /** @type {HTMLElement} */ (first ?? document.body);
}

/** The component whose value is reported by itself that the element is in. @param {Element} element */
function component(element) {
  for (let one = /** @type {Element | null} */ (element); one; one = hostOf(one)) {
    const found = one.closest(Object.keys(COMPONENTS).join());
    if (found) return found;
  }
  return null;
}

/** @param {Element} element */
function hostOf(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** @param {Element} element */
function isTextField(element) {
  if (element.localName === "textarea") return true;
  const { type } = /** @type {HTMLInputElement} */ (element);
  return element.localName === "input" && !BOXES.has(type) && !BUTTONS.has(type);
}

/** Whether keys change its text. @param {HTMLElement} element */
const isEdited = (element) =>
  element.isContentEditable || (isTextField(element) && /** @type {any} */ (element).type !== "range");

/** @param {Element} field */
function isSecret(field) {
  const asked = `${field.getAttribute("autocomplete") ?? ""}`;
  return (
    /** @type {HTMLInputElement} */ (field).type === "password" || /password|one-time-code|cc-(number|csc)/.test(asked)
  );
}

/** Whether what a click does is reported as the value of a field. @param {Event} event @param {HTMLElement} element */
function tellsItself(event, element) {
  const path = event.composedPath().filter((one) => one instanceof HTMLElement);
  if (component(element) || isEdited(element) || element.closest("select, option")) return true;
  return path.some((one) => {
    const control = one instanceof HTMLLabelElement ? one.control : one;
    if (!(control instanceof HTMLInputElement)) return one instanceof HTMLLabelElement && Boolean(control);
    return BOXES.has(control.type) || ["file", "color"].includes(control.type) || isTextField(control);
  });
}

/** @param {Element} list @param {unknown} value */
function labelIn(list, value) {
  const option = [...list.querySelectorAll("sl-option")].find((one) => /** @type {any} */ (one).value === value);
  return option?.textContent?.trim() ?? String(value);
}

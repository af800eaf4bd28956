// Runs inside the page for the test: waits until it has settled, and describes its document. Installed before any
// script of the page, under a symbol so that it does not interfere.
(() => {
  const KEY = Symbol.for("uimcp");
  if (window.top !== window || window[KEY]) return;

  // A field of a form, or a form itself, may be called `attributes`, `children` or `body`, and then hides what the form
  // or the document has under this name.
  const own = ({ prototype }, ...names) =>
    names.map((name) => {
      const { get, value: method } = Object.getOwnPropertyDescriptor(prototype, name);
      return get ? (object) => get.call(object) : (object, ...given) => method.apply(object, given);
    });
  const [attributesOf, shadowOf, tagOf, namespaceOf, slotOf, classesOf, idOf] = own(
    Element,
    "attributes",
    "shadowRoot",
    "localName",
    "namespaceURI",
    "assignedSlot",
    "classList",
    "id",
  );
  const [attributeOf, boxOf, boxesOf, isVisible, scrollTo, matches] = own(
    Element,
    "getAttribute",
    "getBoundingClientRect",
    "getClientRects",
    "checkVisibility",
    "scrollIntoView",
    "matches",
  );
  const [childrenOf, typeOf, parentOf, rootOf] = own(Node, "childNodes", "nodeType", "parentElement", "getRootNode");
  const [blur] = own(HTMLElement, "blur");
  const [activeElement, documentElement, elementFromPoint, getAnimations, queryAll, query] = own(
    Document,
    "activeElement",
    "documentElement",
    "elementFromPoint",
    "getAnimations",
    "querySelectorAll",
    "querySelector",
  );
  const page = Math.random(); // of this load of the page: numbers of elements begin anew with it

  const { getComputedStyle, setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame } = window;
  const XHTML = "http://www.w3.org/1999/xhtml";
  const SVG = "http://www.w3.org/2000/svg";
  const LONGEST_LOSS = 5000; // a lost connection comes back within this time, or not at all
  const MOST_ROUNDS = 20; // endless animation must not be waited for

  // Elements by number; an element keeps its number for life.

  let last = 0;
  const numbers = new WeakMap();
  const elements = new Map();

  function numberOf(element) {
    let number = numbers.get(element);
    if (!number) {
      number = last += 1;
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
    }
    return number;
  }

  const isThere = (number) => Boolean(at(number)?.isConnected);

  const at = (number) => elements.get(number)?.deref() ?? null;

  // Settling

  const app = () => window.uiApp?.getBinding?.();
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /** Wait for a promise, with a timeout. */
  function within(promise, end) {
    return new Promise((done) => {
      const timer = setTimeout(done, Math.max(0, end - performance.now()));
      Promise.resolve(promise)
        .then(
          () => {},
          () => {},
        )
        .then(() => (clearTimeout(timer), done()));
    });
  }

  function all(root, found = []) {
    for (const element of root === document ? queryAll(document, "*") : root.querySelectorAll("*")) {
      found.push(element);
      const shadow = shadowOf(element);
      if (shadow) all(shadow, found);
    }
    return found;
  }

  async function live(end) {
    const enough = Math.min(end, performance.now() + LONGEST_LOSS);
    const isOver = () => !query(document, "[ui-app]") || ["live", "gone"].includes(app()?.connection.state);
    while (!isOver() && performance.now() < enough) await rest(5);
    return app()?.connection.state === "live";
  }

  /** A fence passes when the server has answered everything sent before it; it is lost with the connection. */
  function fence(end) {
    return new Promise((done) => {
      const watch = setInterval(() => {
        if (app()?.connection.state !== "live" || performance.now() > end) finish();
      }, 50);
      const finish = () => (clearInterval(watch), done());
      app().store.fence(() => setTimeout(finish));
    });
  }

  /** Nested views arrive one level at a time. */
  async function answered(end) {
    const { store } = app();
    for (let level = 0, size = -1; level < 2 || store.size !== size; level += 1) {
      if (performance.now() > end) return;
      size = store.size;
      await fence(end);
    }
  }

  // A tooltip appears a while after the pointer came; until then it is not known what follows.
  let tipped = 0;
  const delayOf = (tip) => {
    const delay = getComputedStyle(tip).getPropertyValue("--show-delay").trim();
    return (parseFloat(delay) || 0) * (delay.endsWith("ms") ? 1 : 1000) + 20;
  };
  const pointed = (event) => {
    const tip = event.composedPath().find((one) => one instanceof Element && tagOf(one) === "sl-tooltip");
    if (tip) tipped = Math.max(tipped, performance.now() + delayOf(tip));
  };
  window.addEventListener("mouseover", pointed, true);

  // Animations that have been looked at: the events of new ones come with the next frame.
  const started = new WeakSet();
  let endless = [];
  const LONGEST_MOTION = 400; // what would move for longer is moved to its end: that is what counts
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity);
  const left = ({ effect, currentTime }) => effect.getComputedTiming().endTime - (currentTime ?? 0);

  /** Wait until all animations have ended that do end, and their events are sent; returns whether there was any. */
  async function still(end, everything) {
    const roots = [document, ...shadows(everything)];
    const animations = roots.flatMap((root) => (root === document ? getAnimations(document) : root.getAnimations()));
    const moving = animations.filter((animation) => animation.playState === "running" && ends(animation));
    const fresh = animations.filter((animation) => !started.has(animation));
    for (const animation of fresh) started.add(animation);
    const folding = folds(everything);
    if (folding) await within(rest(folding), end);
    const hasCancelled = endless.some((animation) => !animations.includes(animation));
    endless = animations.filter((animation) => !ends(animation));
    if (!moving.length && !fresh.length && !hasCancelled) return Boolean(folding);
    // An animation starts with the first frame that draws it.
    await within(Promise.allSettled(fresh.map((animation) => animation.ready)), end);
    const isShort = (animation) => left(animation) <= LONGEST_MOTION;
    await within(Promise.allSettled(moving.filter(isShort).map((animation) => animation.finished)), end);
    const long = moving.filter((animation) => !isShort(animation) && animation.playState === "running");
    for (const animation of long.sort((one, other) => left(one) - left(other))) {
      animation.finish();
      await within(frame(), end);
    }
    await within(frame(), end);
    return true;
  }

  // What `details` show moves in a part of them that tells nobody of its transitions.
  const openness = new WeakMap();

  /** The time until the `details` that were opened or closed since the last look stand still. */
  function folds(everything) {
    let longest = 0;
    for (const element of everything) {
      if (tagOf(element) !== "details") continue;
      const isOpen = attributeOf(element, "open") !== null;
      const before = openness.get(element);
      openness.set(element, isOpen);
      if (before === undefined || before === isOpen) continue;
      const { transitionDuration, transitionDelay } = getComputedStyle(element, "::details-content");
      const delays = transitionDelay.split(",").map(parseFloat);
      const times = transitionDuration
        .split(",")
        .map((time, index) => parseFloat(time) + delays[index % delays.length]);
      longest = Math.max(longest, ...times);
    }
    return longest > 0 ? longest * 1000 + 50 : 0;
  }

  /** Wait until components have drawn themselves and animations have ended; returns whether any has. */
  async function drawn(end, everything, isNew) {
    const waits = Math.min(tipped, end) - performance.now();
    if (waits > 0) await rest(waits);
    await within(Promise.allSettled([...(app()?.waiting ?? [])]), end);
    await within(Promise.allSettled(told), end);
    const components = everything.filter((element) => tagOf(element).includes("-") && element.updateComplete);
    await within(Promise.allSettled(components.map((element) => element.updateComplete)), end);
    if (components.length && isNew) await within(frame(), end);
    // A tab group chooses its first tab when the browser tells it that it is on the screen, some frames later.
    if (isNew && components.some((element) => tagOf(element) === "sl-tab-group"))
      for (let frames = 0; frames < 3; frames += 1) await within(frame(), end);
    return still(end, everything);
  }

  const shadows = (everything) => everything.map(shadowOf).filter(Boolean);

  const WHAT = { subtree: true, childList: true, attributes: true, characterData: true };

  // The number of changes since the page loaded, and its value when the page was last settled.
  let moves = 0;
  let rested = -1;
  const seen = new MutationObserver((records) => void (moves += records.length));
  const watched = new WeakSet();

  function watch(everything) {
    moves += seen.takeRecords().length;
    for (const root of [document, ...shadows(everything)]) {
      if (!watched.has(root)) seen.observe(root, WHAT);
      watched.add(root);
    }
  }

  const isUsable = (element) =>
    isVisible(element, { visibilityProperty: true }) &&
    !matches(element, ":disabled, [inert] *") &&
    !matches(element, "[inert]");

  /** A browser takes the focus from what is hidden, disabled or inert a little later. */
  async function unfocused(end) {
    for (let round = 0; round < 5; round += 1) {
      const element = activeElement(document);
      if (!element || tagOf(element) === "body" || isUsable(element)) return;
      await within(frame(), end);
    }
  }

  /** Wait until everything sent has been answered and drawn; returns whether anything changed. */
  async function settle(limit) {
    const end = performance.now() + limit;
    watch(all(document));
    const start = moves;
    for (let round = 0; round < MOST_ROUNDS && performance.now() < end; round += 1) {
      const before = moves;
      if (await live(end)) await answered(end);
      const everything = all(document);
      watch(everything);
      const hasMoved = await drawn(end, everything, moves !== rested);
      await unfocused(end);
      moves += seen.takeRecords().length;
      if (moves === before && !hasMoved) break;
    }
    rested = moves;
    return moves !== start;
  }

  /** Wait until anything on the page changes, at most for this time. */
  async function change(limit) {
    let changes;
    const happens = new Promise((done) => void (changes = new MutationObserver(done)));
    for (const root of [document, ...shadows(all(document))]) changes.observe(root, WHAT);
    await within(happens, performance.now() + limit);
    changes.disconnect();
  }

  // Describing

  const value = (element) => {
    switch (tagOf(element)) {
      case "input":
        return {
          value: element.value,
          checked: element.checked,
          mixed: element.indeterminate,
          files: [...(element.files ?? [])].map((file) => file.name),
        };
      case "textarea":
        return { value: element.value };
      case "select":
        return { selected: [...element.options].flatMap((option, index) => (option.selected ? [index] : [])) };
      default:
        if (!tagOf(element).startsWith("sl-")) return null;
        return { property: plain(element.value), checked: Boolean(element.checked) };
    }
  };

  const plain = (it) => (Array.isArray(it) ? it.map(String) : ["string", "number"].includes(typeof it) ? it : null);

  // Counters and quotation marks are counted by whoever gets the snapshot, from what style sheets say of those of all elements.
  let counts = false;
  let needsCounts = false;
  const COUNTING = { before: "::before", after: "::after" };

  function countsOf(element) {
    const said = (style) => [style.counterReset, style.counterIncrement, style.counterSet, style.quotes, style.content];
    const found = { "": said(getComputedStyle(element)) };
    for (const [which, selector] of Object.entries(COUNTING)) {
      const style = getComputedStyle(element, selector);
      if (!["none", "normal", ""].includes(style.content) && style.display !== "none") found[which] = said(style);
    }
    return found;
  }

  // A picture says nothing; its address, which is that of the test's server, stands in quotes too.
  const PIECE =
    /(?:url|image-set|[\w-]*gradient)\((?:"(?:\\.|[^"\\])*"|[^()"]|\((?:"[^"]*"|[^()])*\))*\)|"((?:\\.|[^"\\])*)"|attr\(([^)]+)\)/gs;
  const QUOTED = /"(?:\\.|[^"\\])*"/gs;
  const unescaped = (text) =>
    text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code, letter) =>
      code ? String.fromCodePoint(parseInt(code, 16)) : letter,
    );

  function generated(element, which) {
    const { content, display, visibility } = getComputedStyle(element, which);
    if (!content || content === "none" || content === "normal" || display === "none" || visibility !== "visible") {
      return null;
    }
    if (/\bcounters?\(|\b(?:open|close)-quote\b/.test(content.replace(QUOTED, ""))) {
      needsCounts = true;
      // What is behind the last slash outside of quotes is read instead of what is before it.
      const spoken = content.split(/\s\/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/).at(-1);
      const parts = spoken.matchAll(
        /(counters?\([^)]*\)|(?:no-)?(?:open|close)-quote)|"((?:\\.|[^"\\])*)"|attr\(([^)]+)\)/gs,
      );
      const counted = [...parts].map(([, call, quoted, name]) => {
        if (name) return attributeOf(element, name.trim()) ?? "";
        return call ? `\x01${call}\x02` : unescaped(quoted);
      });
      return [counted.join(""), display];
    }
    const [, alternative] = /\/\s*(".*")$/s.exec(content) ?? [];
    const pieces = (alternative ?? content).matchAll(PIECE);
    const text = [...pieces]
      .map(([, quoted, name]) => (name ? (attributeOf(element, name.trim()) ?? "") : unescaped(quoted ?? "")))
      .join("");
    return text ? [text, display] : null;
  }

  const attributeTexts = (element) =>
    Object.fromEntries([...attributesOf(element)].map(({ name, value: text }) => [name, text]));

  function tellNode(node, isDrawn, styled) {
    if (typeOf(node) === Node.TEXT_NODE) return node.data;
    return typeOf(node) === Node.ELEMENT_NODE && !isUntold(node) ? tell(node, isDrawn, styled) : null;
  }

  /** Elements that are no part of the app: the badges and outlines that the front end draws over it for developers. */
  const isUntold = (element) =>
    tagOf(element) === "noscript" || (idOf(element) === "ui-overlay" && tagOf(parentOf(element)) === "body");

  const tellAll = (nodes, isDrawn, styled) =>
    [...nodes].map((node) => tellNode(node, isDrawn, styled)).filter((one) => one !== null);

  /** `[number, tag, namespace, attributes, children, facts]` */
  function tell(element, around, styled = true) {
    const facts = {};
    let isDrawn = false;
    if (styled) {
      const { display, visibility } = getComputedStyle(element);
      isDrawn = display === "contents" ? around : display !== "none" && isVisible(element);
      facts.display = display;
      if (visibility !== "visible") facts.hidden = true;
      if (!isDrawn) facts.gone = true;
      for (const which of ["before", "after"]) {
        const text = isDrawn && generated(element, `::${which}`);
        if (text) facts[which] = text;
      }
      if (counts && isDrawn) facts.counts = countsOf(element);
    }
    const control = value(element);
    if (control) facts.control = control;
    const shadow = shadowOf(element);
    if (shadow) facts.shadow = tellAll(shadow.childNodes, isDrawn, styled);
    if (tagOf(element) === "template" && namespaceOf(element) === XHTML)
      facts.content = tellAll(element.content.childNodes, false, false);
    const space = namespaceOf(element);
    return [
      numberOf(element),
      tagOf(element),
      space === XHTML ? "html" : space === SVG ? "svg" : space,
      attributeTexts(element),
      tellAll(childrenOf(element), isDrawn, styled),
      facts,
    ];
  }

  /** Whether one of two modal dialogs is drawn over the other. */
  function isOver(one, other) {
    const { left, top, width, height } = boxOf(one);
    return isIn(hitAt(left + width / 2, top + 1), one) && !isIn(one, other) && !isIn(other, one);
  }

  /** The window of Shoelace that takes the focus back from everything outside it. */
  const keepsFocus = () =>
    all(document).findLast(
      (one) =>
        ["sl-dialog", "sl-drawer"].includes(tagOf(one)) && one.modal?.isActive?.() && !one.modal.isExternalActivated,
    );

  /** The load of the page, the whole document, the modal dialog on top and the window that keeps the focus, as JSON. */
  function snapshotDocument() {
    for (const [number, reference] of elements) if (!reference.deref()) elements.delete(number);
    const modals = [...queryAll(document, "dialog:modal")].filter((dialog) => isVisible(dialog));
    // Later ones may be under earlier ones: those that are inert are.
    const usable = modals.filter((dialog) => !modals.some((other) => other !== dialog && isOver(other, dialog)));
    const keeper = keepsFocus();
    needsCounts = false;
    let whole = tell(documentElement(document), true);
    if (needsCounts !== counts) {
      counts = needsCounts;
      if (counts) whole = tell(documentElement(document), true);
    }
    return JSON.stringify([page, whole, usable.slice(-1).map(numberOf), keeper ? numberOf(keeper) : null]);
  }

  /** The numbers of the elements within one, shadow trees included, that match a selector; null if it is none. */
  function selected(number, css) {
    try {
      query(document, css);
    } catch {
      return null;
    }
    return all(at(number))
      .filter((element) => matches(element, css))
      .map(numberOf);
  }

  // Acting

  function focused() {
    let element = activeElement(document);
    while (element && shadowOf(element)?.activeElement) element = shadowOf(element).activeElement;
    return element;
  }

  const host = (element) => {
    const root = rootOf(element);
    return root instanceof ShadowRoot ? root.host : null;
  };

  /** The element to click instead of this one: check boxes and radios are often drawn by their label or component. */
  function point(number) {
    const element = at(number);
    // Beside its label, such a component may show a help text, which does nothing.
    const label = TOGGLES.has(tagOf(element)) && shadowOf(element)?.querySelector("label");
    if (label) return label;
    // Behind the tags of the selected options, the field has no size.
    const box =
      host(element) &&
      tagOf(host(element)) === "sl-select" &&
      element instanceof HTMLInputElement &&
      shadowOf(host(element)).querySelector('[part~="combobox"]');
    if (box) return box;
    // In the middle of an open branch of a tree are the items in it.
    const line = tagOf(element) === "sl-tree-item" && shadowOf(element)?.querySelector('[part~="label"]');
    if (line) return line;
    // A slot has no box of its own: what it shows is in one around it.
    if (element instanceof HTMLSlotElement) return withBox(element);
    if (!(element instanceof HTMLInputElement) || !["checkbox", "radio"].includes(element.type)) return element;
    const outer = host(element);
    if (outer && tagOf(outer).includes("-")) return element.labels?.[0] ?? outer;
    if (!element.labels?.length) return element;
    const { left, top, right, bottom, width, height } = boxOf(element);
    // Without a size, or where nobody can scroll to, it leaves the drawing to its label.
    if (!width || !height || right + scrollX <= 0 || bottom + scrollY <= 0) return element.labels[0];
    const hit = elementFromPoint(document, left + width / 2, top + height / 2);
    return !hit || hit === element ? element : element.labels[0];
  }

  const TOGGLES = new Set(["sl-checkbox", "sl-switch"]);

  function withBox(element) {
    let outer = element;
    while (outer && !boxesOf(outer).length) outer = around(outer);
    return outer ?? element;
  }

  function hitAt(x, y) {
    let hit = elementFromPoint(document, x, y);
    for (let inner = hit; inner && shadowOf(inner); hit = inner) {
      inner = shadowOf(inner).elementFromPoint(x, y);
      if (!inner || inner === hit) break;
    }
    return hit;
  }

  const around = (element) => slotOf(element) ?? parentOf(element) ?? host(element);

  function isIn(element, outer) {
    for (let one = element; one; one = around(one)) if (one === outer) return true;
    return false;
  }

  /** The element that is drawn in the middle of another one; null if that has no size, or cannot be brought into view. */
  function drawnAt(element) {
    const place = () => {
      const { left, top, width, height } = boxOf(element);
      return [left + width / 2, top + height / 2];
    };
    const isOutside = ([x, y]) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    if (!boxesOf(element).length) return null;
    // What a box that scrolls does not show now is brought into view as well.
    if (isOutside(place()) || isScrolledAway(element, ...place()))
      scrollTo(element, { block: "center", inline: "center", behavior: "instant" });
    return isOutside(place()) ? null : hitAt(...place());
  }

  function isScrolledAway(element, x, y) {
    for (let outer = around(element); outer; outer = around(outer)) {
      if (getComputedStyle(element).position === "fixed") return false;
      const { left, top, right, bottom } = boxOf(outer);
      const isOver = x < left || y < top || x > right || y > bottom;
      if (isOver && (outer.scrollHeight > outer.clientHeight || outer.scrollWidth > outer.clientWidth)) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        if (overflowX !== "visible" || overflowY !== "visible") return outer !== documentElement(document);
      }
    }
    return false;
  }

  /** Whether an element is not drawn where it should be, because it is cut off or behind what is around it. */
  function isUndrawn(element) {
    // Components hand the pointer on between their parts.
    if (host(element) || tagOf(element).includes("-") || element instanceof SVGElement) return false;
    // The pointer passes through both, drawn as they are.
    if (getComputedStyle(element).pointerEvents === "none" || element.closest("[inert]")) return false;
    const { left, top, width, height } = boxOf(element);
    const [x, y] = [left + width / 2, top + height / 2];
    return [...boxesOf(element)].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  }

  /** Whether nothing of a part of a drawing is in its middle, so that a click hits what is around it in the drawing. */
  function isBesideDrawing(element, hit) {
    return (
      element instanceof SVGElement && hit instanceof SVGElement && getComputedStyle(element).pointerEvents !== "none"
    );
  }

  /**
   * What a click on an element would hit: '' the element itself, 'around' an ancestor that takes the click instead,
   * 'nothing' if nothing in it is displayed, 'beside' if a drawing has nothing of it in its middle, else a description of
   * what covers it.
   */
  function meets(number) {
    const element = point(number);
    if (isEmpty(element)) return "nothing";
    const hit = drawnAt(element);
    if (!hit || isIn(hit, element)) return "";
    if (isIn(element, hit) && isBesideDrawing(element, hit)) return "beside";
    if (isIn(element, hit) && !isUndrawn(element)) return "around";
    const id = idOf(hit) && !idOf(hit).startsWith("ui-") ? ` id=${idOf(hit)}` : "";
    const classes = [...classesOf(hit)].filter((name) => !/^ui-view-\d+$/.test(name));
    return `<${tagOf(hit)}${classes.map((name) => `.${name}`).join("")}${id}>`;
  }

  /** Whether an element has no box of its own (`display: contents`), and nothing in it has one. */
  function isEmpty(element) {
    if (boxesOf(element).length || getComputedStyle(element).display !== "contents") return false;
    const inside = document.createRange();
    inside.selectNodeContents(element);
    return !inside.getClientRects().length;
  }

  const WINDOWS = new Set(["sl-dialog", "sl-drawer"]);

  /** Whether an open window over the page covers an element. */
  function isBehindWindow(number) {
    const element = point(number);
    for (let one = drawnAt(element); one; one = around(one)) {
      if (WINDOWS.has(tagOf(one))) return !isIn(element, one);
    }
    return false;
  }

  const CLICKED = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
  const FIELDS = `input:not(${CLICKED.map((type) => `[type="${type}"]`).join()}), textarea, [contenteditable]`;

  const hasFocus = (number) => {
    const element = at(number);
    for (let inner = focused(); inner; inner = host(inner)) if (inner === element) return true;
    return false;
  };

  /**
   * Blur the focused field, unless the next element to be used belongs to it, or cannot be used because nothing in it is
   * displayed or it is behind a window; returns whether there was one.
   */
  const leaves = (number) => {
    const element = at(number);
    const field = focused();
    if (!field || !matches(field, FIELDS)) return false;
    for (let inner = field; inner; inner = host(inner)) if (isIn(element, inner)) return false;
    for (let inner = element; inner; inner = host(inner)) if (isIn(field, inner)) return false;
    if (isEmpty(point(number)) || isBehindWindow(number)) return false;
    blur(field);
    return true;
  };

  // Desktop notifications

  const told = new Set();
  const Native = window.Notification;
  if (Native && window.uimcpNotified) {
    const tellTest = window.uimcpNotified;
    window.Notification = class Notification extends Native {
      constructor(title, options) {
        super(title, options);
        const telling = tellTest({ title: String(title), body: String(options?.body ?? "") });
        told.add(telling);
        telling.finally(() => told.delete(telling));
      }
    };
  }

  Object.defineProperty(window, KEY, {
    value: {
      at,
      numberOf,
      snapshotDocument,
      change,
      hasFocus,
      isBehindWindow,
      isThere,
      leaves,
      meets,
      point,
      selected,
      settle,
    },
  });
})();

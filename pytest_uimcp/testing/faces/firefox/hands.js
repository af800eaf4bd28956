// What the verbs do in a document of Firefox, beside mouse and keyboard; in Chromium, Playwright does it. Installed
// after `probe.js`, before any script of the page.
(() => {
  const KEY = Symbol.for("uimcp.hands");
  if (window.top !== window || window[KEY]) return;
  const probe = window[Symbol.for("uimcp")];

  // Fields that take a value as a whole, because every browser lets users pick it in another way.
  const PICKED = new Set(["color", "date", "time", "datetime-local", "month", "range", "week"]);

  const announce = (element, ...names) => {
    for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true, composed: name === "input" }));
  };

  /** Come back from the browser's own part of the window, where Tab leads from the last element. */
  const enter = () => {
    if (!document.hasFocus()) window.focus();
  };

  function focus(element) {
    enter();
    element.focus();
  }

  /** Select all that is in a field, for what is typed next to replace it; false if the text has been set instead. */
  function begin(element, text) {
    focus(element);
    if (element.localName === "input" && PICKED.has(element.type)) {
      const value = text.trim();
      element.value = element.type === "color" ? value.toLowerCase() : value;
      if (element.value !== value && element.type !== "range") throw new Error("Malformed value");
      announce(element, "input", "change");
      return false;
    }
    if (element.select) element.select();
    else getSelection().selectAllChildren(element);
    return true;
  }

  /** Put a text where the caret is, as one edit. */
  const insert = (text) => void document.execCommand("insertText", false, text);

  function choose(select, places) {
    for (const [index, option] of [...select.options].entries()) option.selected = places.includes(index);
    announce(select, "input", "change");
  }

  /** The point at which a mouse hits an element: the middle of the first of its boxes, brought into view. */
  function place(element) {
    const boxes = () => [...element.getClientRects()].filter(({ width, height }) => width * height > 0.99);
    const middle = () => {
      const { left, top, width, height } = boxes()[0] ?? element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle();
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return middle();
  }

  /** What names are looked for in: the document's root, and the root of every shadow tree. */
  function roots(tree = document, found = [document.documentElement]) {
    for (const { shadowRoot } of tree.querySelectorAll("*")) {
      if (!shadowRoot) continue;
      found.push(shadowRoot);
      roots(shadowRoot, found);
    }
    return found;
  }

  Object.defineProperty(window, KEY, {
    value: { begin, choose, enter, focus, insert, numberOf: probe.numberOf, place, roots },
  });
})();

// Marks drawn over elements of the app without changing them: badges where a binding fails, and an outline of the
// element chosen on the variables page. They follow their elements.

const STYLE = `
  :host { position: fixed; inset: 0; z-index: 2147482000; pointer-events: none; }
  .badge { position: absolute; box-sizing: border-box; width: 1.15rem; height: 1.15rem;
    margin: -.5rem 0 0 -.5rem; border-radius: 50%; background: #c92a2a; outline: 2px solid #fff; }
  .badge::before { content: "!"; display: block; text-align: center; color: #fff;
    font: bold .8rem/1.15rem system-ui, sans-serif; }
  .badge.open::after { content: attr(data-message); position: absolute; top: 1.4rem; left: 0; width: max-content;
    max-width: 26rem; padding: .4rem .6rem; border-radius: .4rem; background: #26262b; color: #f5f5f7;
    font: .8125rem/1.4 system-ui, sans-serif; white-space: pre-wrap; overflow-wrap: anywhere; z-index: 1; }
  .badge.open.left::after { left: auto; right: 0; }
  .badge.open.up::after { top: auto; bottom: 1.4rem; }
  .outline { position: absolute; box-sizing: border-box; border: 2px solid #4c8dff; border-radius: 4px;
    background: rgb(76 141 255 / .15); }
`;

/** How often the positions of marks are updated, besides after scrolling and resizing. */
const INTERVAL = 200;

export class Overlay {
  /** @type {ShadowRoot | null} */
  #shadow = null;
  /** Marks by owner. @type {Map<object, { element: Element, mark: HTMLElement }>} */
  #marks = new Map();
  #timer = 0;
  #place = () => this.#placeAll();
  // Badges must not intercept clicks on what is below them, so the message is shown when the element is hovered.
  #point = (/** @type {Event} */ event) => this.#openAt(event);

  /**
   * @param {Element} element
   * @param {string | undefined} message none: no badge
   */
  badge(element, message) {
    if (message === undefined) return this.remove(element);
    const mark = this.#marks.get(element)?.mark ?? this.#add(element, element, "badge");
    mark.dataset.message = message;
  }

  /**
   * @param {object} owner
   * @param {Element} element
   */
  outline(owner, element) {
    this.remove(owner);
    this.#add(owner, element, "outline");
  }

  /** @param {object} owner */
  remove(owner) {
    this.#marks.get(owner)?.mark.remove();
    this.#marks.delete(owner);
    if (!this.#marks.size) this.#rest();
  }

  /**
   * @param {object} owner
   * @param {Element} element
   * @param {string} className
   */
  #add(owner, element, className) {
    const mark = document.createElement("div");
    mark.className = className;
    this.#root().append(mark);
    this.#marks.set(owner, { element, mark });
    this.#watch();
    // The element may not be in the page yet.
    requestAnimationFrame(this.#place);
    return mark;
  }

  #placeAll() {
    for (const { element, mark } of this.#marks.values()) {
      const { left, top, width, height } = element.getBoundingClientRect();
      mark.hidden = !element.isConnected || !element.checkVisibility();
      const inside = mark.className === "outline" ? [left, top] : [Math.max(left, 10), Math.max(top, 10)];
      mark.style.left = `${inside[0]}px`;
      mark.style.top = `${inside[1]}px`;
      if (mark.className === "outline") {
        mark.style.width = `${width}px`;
        mark.style.height = `${height}px`;
      } else {
        mark.classList.toggle("left", left > innerWidth / 2);
        mark.classList.toggle("up", top > innerHeight / 2);
      }
    }
  }

  /** @param {Event} event */
  #openAt({ target }) {
    for (const { element, mark } of this.#marks.values()) {
      mark.classList.toggle("open", target instanceof Node && element.contains(target));
    }
  }

  #watch() {
    if (this.#timer) return;
    this.#timer = setInterval(this.#place, INTERVAL);
    addEventListener("scroll", this.#place, { capture: true, passive: true });
    addEventListener("resize", this.#place);
    addEventListener("mouseover", this.#point, { passive: true });
    addEventListener("focusin", this.#point);
  }

  #rest() {
    clearInterval(this.#timer);
    this.#timer = 0;
    removeEventListener("scroll", this.#place, { capture: true });
    removeEventListener("resize", this.#place);
    removeEventListener("mouseover", this.#point);
    removeEventListener("focusin", this.#point);
  }

  #root() {
    if (!this.#shadow) {
      const host = document.createElement("div");
      host.id = "ui-overlay";
      host.ariaHidden = "true";
      document.body.append(host);
      this.#shadow = host.attachShadow({ mode: "open" });
      const style = document.createElement("style");
      style.textContent = STYLE + "[hidden] { display: none; }";
      this.#shadow.append(style);
    }
    return this.#shadow;
  }
}

// `?scrollOnOutput`: keeps an element scrolled to its end while its content grows.

export class Follower {
  /** @type {HTMLElement | undefined} */
  #element;
  #height = 0;
  #find;
  #changes = new MutationObserver(() => this.look());
  #sizes = new ResizeObserver(() => this.look());

  /** @param {() => HTMLElement | undefined} find returns the element, which may be replaced by another */
  constructor(find) {
    this.#find = find;
    this.look();
  }

  /** Check whether the element has been replaced, and whether it has grown. */
  look() {
    const element = this.#find();
    if (element !== this.#element) this.#follow(element);
    if (!element) return;
    const grown = element.scrollHeight > this.#height;
    this.#height = element.scrollHeight;
    if (grown) element.scrollTop = this.#height;
  }

  stop() {
    this.#changes.disconnect();
    this.#sizes.disconnect();
  }

  /** @param {HTMLElement | undefined} element */
  #follow(element) {
    this.stop();
    this.#element = element;
    this.#height = 0;
    if (!element) return;
    this.#changes.observe(element, { childList: true, subtree: true, characterData: true });
    // It has no height before it is in the page or while it is hidden.
    this.#sizes.observe(element);
  }
}

// `?scrollOnOutput`: an element that stays at its end while what is in it grows.

export class Follower {
  /** @type {HTMLElement | undefined} */
  #element;
  #height = 0;
  #find;
  #changes = new MutationObserver(() => this.look());
  #sizes = new ResizeObserver(() => this.look());

  /** @param {() => HTMLElement | undefined} find the element, which may be another after a while */
  constructor(find) {
    this.#find = find;
    this.look();
  }

  /** See whether it is the same element, and whether it has grown. */
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
    // It has no height before it is in the page, nor while it is hidden.
    this.#sizes.observe(element);
  }
}

// Content that appears together: a gate opens once all its holds are released.

/** A gate opens after this time in any case, so that the page is not empty for longer. */
const LONGEST_WAIT = 4000;

export class Gate {
  #holds = 1; // released by `seal`
  #open = false;
  #then;
  #timer = 0;

  /** @param {() => void} then called once, when the gate opens */
  constructor(then) {
    this.#then = then;
  }

  /** Add a hold; returns the function that releases it. */
  hold() {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#release();
    };
  }

  /** All holds have been added. */
  seal() {
    if (this.#holds > 1) this.#timer = setTimeout(() => this.#swing(), LONGEST_WAIT);
    this.#release();
  }

  /** Never open. */
  drop() {
    this.#open = true;
    clearTimeout(this.#timer);
  }

  #release() {
    this.#holds -= 1;
    if (this.#holds === 0) this.#swing();
  }

  #swing() {
    if (this.#open) return;
    this.drop();
    this.#then();
  }
}

// Things that appear together: a gate opens once everything that holds it has let go.

/** Nothing is worth an empty page for longer than this. */
const LONGEST_WAIT = 4000;

export class Gate {
  #holds = 1; // the one that `seal` lets go
  #open = false;
  #then;
  #timer = 0;

  /** @param {() => void} then what happens when it opens, once */
  constructor(then) {
    this.#then = then;
  }

  /** Wait for one more; call what it returns to let go. */
  hold() {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#release();
    };
  }

  /** All who want to hold it do. */
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

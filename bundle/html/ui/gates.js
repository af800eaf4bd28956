// Content that appears together: a gate opens once all its holds are released.

/** A gate opens after this time in any case, so that the page is not empty for longer. */
const LONGEST_WAIT = 4000;

/** Gates that are overdue within this time of each other open together. */
const TOGETHER = 500;

/** Sealed gates in the order of their deadlines; open ones among them are skipped. @type {Set<Gate>} */
const sealed = new Set();
let timer = 0;

/** The oldest gates open together: each in a turn of its own would send a frame of its own. */
function openOverdue() {
  timer = 0;
  const now = performance.now();
  for (const gate of sealed) {
    if (gate.deadline > now) {
      timer = setTimeout(openOverdue, Math.max(gate.deadline - now, TOGETHER));
      return;
    }
    gate.swing();
  }
}

export class Gate {
  deadline = 0;
  #holds = 1; // released by `seal`
  #open = false;
  #then;

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
    if (this.#holds > 1) {
      this.deadline = performance.now() + LONGEST_WAIT;
      sealed.add(this);
      timer ||= setTimeout(openOverdue, LONGEST_WAIT);
    }
    this.#release();
  }

  /** Never open. */
  drop() {
    this.#open = true;
    sealed.delete(this);
  }

  #release() {
    this.#holds -= 1;
    if (this.#holds === 0) this.swing();
  }

  swing() {
    if (this.#open) return;
    this.drop();
    this.#then();
  }
}

/** @import { Connection } from "./connection.js" */

import { found } from "./dom.js";

/**
 * The box that the human writes in. What is written stays there until the server has it.
 */
export class Composer {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.form = found("composer", HTMLFormElement);
    this.box = found("message", HTMLTextAreaElement);
    this.problem = found("problem", HTMLParagraphElement);
    this.sending = false;
    /** The message that was sent without an answer, and its id: sent again, it is stored once. */
    this.last = { content: "", id: "" };
    this.form.onsubmit = (event) => {
      event.preventDefault();
      void this.send();
    };
    this.box.onkeydown = (event) => {
      // While an input method composes, Enter belongs to it.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      void this.send();
    };
    this.box.oninput = () => this.grow();
  }

  async send() {
    const content = this.box.value;
    if (this.sending || content.trim() === "") return;
    if (this.last.content !== content) this.last = { content, id: crypto.randomUUID() };
    this.working(true);
    try {
      await this.connection.ask({ type: "post", content, client_id: this.last.id });
      this.last = { content: "", id: "" };
      // The human may have gone on writing meanwhile.
      if (this.box.value === content) this.box.value = "";
      this.grow();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.working(false, this.problem.textContent ?? "");
    }
  }

  /**
   * @param {boolean} sending
   * @param {string} problem
   */
  working(sending, problem = "") {
    this.sending = sending;
    this.form.setAttribute("aria-busy", String(sending));
    if (this.problem.textContent !== problem) this.problem.textContent = problem;
  }

  grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${this.box.scrollHeight + this.box.offsetHeight - this.box.clientHeight}px`;
  }
}

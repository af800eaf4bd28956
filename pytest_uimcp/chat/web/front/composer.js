/** @import { Connection } from "./connection.js" */
/** @import { Draft } from "./draft.js" */

import { found } from "./dom.js";

/**
 * The box that the human writes in. What is written stays there until the server has it, also over a reload.
 */
export class Composer {
  /**
   * @param {Connection} connection
   * @param {Draft} draft
   * @param {() => void} sent  called when the server has a message
   */
  constructor(connection, draft, sent) {
    this.connection = connection;
    this.draft = draft;
    this.sent = sent;
    this.form = found("composer", HTMLFormElement);
    this.box = found("message", HTMLTextAreaElement);
    this.problem = found("problem", HTMLParagraphElement);
    this.sending = false;
    /** The message that was sent without an answer, and its id: sent again, it is stored once. */
    this.last = draft.read();
    this.write(this.last.content);
    draft.whenSentElsewhere((content) => this.box.value === content && !this.sending && this.write(""));
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
    this.box.oninput = () => {
      this.grow();
      this.keep();
    };
    this.box.focus();
  }

  async send() {
    const content = this.box.value;
    if (this.sending || content.trim() === "") return;
    if (this.last.content !== content || this.last.id === "") this.last = { content, id: crypto.randomUUID() };
    this.keep();
    this.working(true);
    try {
      await this.connection.ask({ type: "post", content, client_id: this.last.id });
      this.last = { content: "", id: "" };
      // The human may have gone on writing meanwhile.
      if (this.box.value === content) this.write("");
      this.keep();
      this.sent();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.working(false, this.problem.textContent ?? "");
      // From the button back to the box, unless the human has gone elsewhere.
      if (document.activeElement === document.body || this.form.contains(document.activeElement)) this.box.focus();
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

  /** @param {string} content */
  write(content) {
    this.box.value = content;
    this.grow();
  }

  keep() {
    const content = this.box.value;
    this.draft.write({ content, id: this.last.content === content ? this.last.id : "" });
  }

  grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${this.box.scrollHeight + this.box.offsetHeight - this.box.clientHeight}px`;
  }
}

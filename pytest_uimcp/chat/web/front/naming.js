/** @import { Connection } from "./connection.js" */

import { found } from "./dom.js";

/**
 * The field with the name that the human wants others to see.
 */
export class Naming {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.field = found("name", HTMLInputElement);
    this.problem = found("name-problem", HTMLParagraphElement);
    this.field.onchange = () => void this.change();
    this.field.onkeydown = (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault(); // the box would begin a new line
      found("message", HTMLTextAreaElement).focus();
    };
  }

  async change() {
    try {
      const { name } = /** @type {{ name: string }} */ (
        await this.connection.ask({ type: "name", name: this.field.value })
      );
      this.field.value = name;
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

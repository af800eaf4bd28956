// Forms in viewdefs are used for their fields: sending one would leave the page.

import { real } from "./nodes.js";

/**
 * Whether submitting a form only closes the dialog around it, which is left to the browser.
 * @param {Event} event
 */
export function closesDialog(event) {
  const { submitter, target } = /** @type {SubmitEvent & { target: Element }} */ (event);
  const method = submitter?.getAttribute("formmethod") ?? real(target).getAttribute("method");
  return method?.toLowerCase() === "dialog";
}

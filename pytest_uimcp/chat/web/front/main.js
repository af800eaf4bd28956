/** @import { Frame } from "./types" */

import { Approvals } from "./approvals.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { found } from "./dom.js";
import { Timeline } from "./timeline.js";

const STATES = {
  open: "Connected",
  lost: "The connection is lost; trying again…",
  closed: "This session is over. Open the address that ui-mcp chat printed.",
};

const status = found("connection", HTMLParagraphElement);
const timeline = new Timeline();
const connection = new Connection(receive, (state) => {
  status.textContent = STATES[state];
  status.dataset.state = state;
});
const approvals = new Approvals(connection);
new Composer(connection);
connection.open();
void name();

/** @param {Frame} frame */
function receive(frame) {
  if ("payload" in frame) timeline.take(frame);
  else if (frame.type === "approvals") approvals.show(frame.pending);
}

async function name() {
  const session = await fetch("/session");
  if (!session.ok) return;
  const { conversation } = await session.json();
  if (conversation !== "default") found("conversation", HTMLParagraphElement).textContent = conversation;
}

/** @import { Frame } from "./types" */

import { Activity } from "./activity.js";
import { Approvals } from "./approvals.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { found } from "./dom.js";
import { Draft } from "./draft.js";
import { followDays } from "./moments.js";
import { Naming } from "./naming.js";
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
  activity.reach(state === "open");
});
const approvals = new Approvals(
  connection,
  (callId) => timeline.stepOf(callId),
  () => timeline.grown(),
);
const activity = new Activity(connection, () => timeline.grown());
const { conversation = "" } = document.body.dataset;
if (conversation !== "default") found("conversation", HTMLParagraphElement).textContent = conversation;
new Composer(connection, new Draft(conversation), () => timeline.toEnd());
new Naming(connection);
connection.open();
followDays();

/** @param {Frame} frame */
function receive(frame) {
  if ("payload" in frame) {
    timeline.take(frame);
    approvals.place();
  } else if (frame.type === "approvals") approvals.show(frame.pending);
  else if (frame.type === "activity") activity.show(frame.activity);
}

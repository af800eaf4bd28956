// Where the page begins.

import { App } from "./ui/app.js";
import { Connection } from "./ui/connection.js";
import { mayLoad } from "./ui/conserve.js";
import { diagnose } from "./ui/diagnostics.js";
import { Notices } from "./ui/notices.js";
import { sessionId } from "./ui/session.js";
import { keepUnsent, offerUnsent } from "./ui/unsent.js";

const session = sessionId();
const element = document.querySelector("[ui-app]");

if (!session) location.replace("/unknown-session.html");
else if (element && (await mayLoad(session))) await show(session, element);

/**
 * @param {string} session
 * @param {Element} element
 */
async function show(session, element) {
  const connection = new Connection(session);
  const app = new App(connection);
  const notices = new Notices();
  offerUnsent(notices);
  connection.onState = (state) => {
    notices.connection(state);
    if (state !== "gone") return;
    keepUnsent(app);
    offerUnsent(notices);
  };
  notices.connection(connection.state);
  app.store.onError = (fault) => notices.problem(fault);
  app.store.onProblems = (open) => notices.keepProblems(open);
  diagnose(app, session);
  // Before anything is drawn: scripts of viewdefs use it, and add functions of their own.
  window.uiStore = app.store;
  window.uiApp = {
    getStore: () => app.store,
    getViewdefStore: () => app.viewdefs,
    getConnection: () => connection,
    getBinding: () => app,
    getAppView: () => app.view,
    updateValue: (elementId, value) => app.updateValue(elementId, value),
    navigateTo,
  };
  // Only a server that records asks for it.
  if (document.querySelector('meta[name="ui-recording"]')) (await import("./ui/recording.js")).record(app);
  app.start(element);
}

/** @param {string} url absolute, or relative to this page */
function navigateTo(url) {
  const target = new URL(url, location.href);
  if (!/^https?:$/.test(target.protocol)) throw new Error(`navigateTo: ${target.protocol} is no address of a page`);
  location.assign(target.href);
}

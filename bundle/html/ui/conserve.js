// Conserve mode: a second tab of a session, opened with `?conserve=true`, does not load but points to the first.

import { joinTabs } from "./tabs.js";

/**
 * Whether this tab shows the session. A tab that gives way is already navigating to another page.
 * @param {string} session
 */
export async function mayLoad(session) {
  const conserves = new URLSearchParams(location.search).get("conserve") === "true";
  const role = joinTabs(session, conserves ? "conserve" : "active");
  if (conserves && (await role) === "waiting") {
    const here = location.pathname + location.search + location.hash;
    location.replace(`/already-open.html?${new URLSearchParams({ session, page: here })}`);
    return false;
  }
  askOnFirstClick();
  return true;
}

/** A tab that gives way is in the background and cannot ask for permission to notify, so the first tab asks. */
function askOnFirstClick() {
  if (!("Notification" in globalThis) || Notification.permission !== "default") return;
  addEventListener("click", () => Notification.requestPermission(), { once: true, capture: true });
}

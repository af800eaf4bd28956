/** @import { AgentActivity } from "./types" */
/** @import { Connection } from "./connection.js" */

import { found } from "./dom.js";

/** Seconds after which it is worth saying how long something has taken. */
const PATIENCE = 3;
/** The most tools that are named. */
const NAMED = 3;

/**
 * What the agent does: a line above the composer with the buttons that stop it and make it go on, and the message that
 * it is writing.
 */
export class Activity {
  /**
   * @param {Connection} connection
   * @param {() => void} grown  called when the message that is being written has become longer
   */
  constructor(connection, grown) {
    this.connection = connection;
    this.grown = grown;
    this.section = found("activity", HTMLElement);
    this.doing = found("doing", HTMLSpanElement);
    this.elapsed = found("elapsed", HTMLSpanElement);
    this.stop = found("stop", HTMLButtonElement);
    this.again = found("again", HTMLButtonElement);
    this.draft = found("draft", HTMLDivElement);
    /** @type {AgentActivity | null} */
    this.activity = null;
    this.isReachable = true;
    this.stop.onclick = () => void this.press("stop", this.stop);
    this.again.onclick = () => void this.press("again", this.again);
    setInterval(() => this.tick(), 1000);
  }

  /**
   * Without a connection nobody would hear the buttons, so they are not there.
   *
   * @param {boolean} isReachable
   */
  reach(isReachable) {
    this.isReachable = isReachable;
    this.show(this.activity);
  }

  /** @param {AgentActivity | null} activity */
  show(activity) {
    const changed = this.activity?.state !== activity?.state || this.activity?.since !== activity?.since;
    this.activity = activity;
    const state = activity?.state ?? "idle";
    this.section.dataset.state = state;
    this.section.hidden = state === "idle";
    const over = state === "failed" || state === "stopped";
    this.replaceButton(over, state);
    if (changed) this.stop.disabled = this.again.disabled = false;
    this.stop.disabled ||= state === "stopping";
    this.write(activity?.draft ?? "");
    this.tick();
  }

  /**
   * @param {boolean} over
   * @param {string} state
   */
  replaceButton(over, state) {
    const focused = document.activeElement === this.stop || document.activeElement === this.again;
    this.again.hidden = !over || !this.isReachable;
    this.again.textContent = state === "stopped" ? "Go on" : "Try again";
    this.stop.hidden = over || state === "idle" || !this.isReachable;
    // Whoever pressed the button that is gone writes next.
    if (focused && document.activeElement === document.body) found("message", HTMLTextAreaElement).focus();
  }

  /** @param {string} text */
  write(text) {
    this.draft.hidden = text === "";
    if (this.draft.textContent === text) return;
    this.draft.textContent = text;
    this.grown();
  }

  tick() {
    if (this.activity === null || this.section.hidden) return;
    const words = described(this.activity);
    // Only when it changes: a screen reader reads it aloud.
    if (this.doing.textContent !== words) this.doing.textContent = words;
    this.elapsed.textContent = timing(this.activity);
  }

  /**
   * @param {"stop" | "again"} type
   * @param {HTMLButtonElement} button
   */
  async press(type, button) {
    button.disabled = true;
    try {
      await this.connection.ask({ type });
    } catch (error) {
      this.doing.textContent = error instanceof Error ? error.message : String(error);
      button.disabled = false;
    }
  }
}

/** @param {AgentActivity} activity */
function described(activity) {
  switch (activity.state) {
    case "model":
      return activity.draft ? "Writing…" : "Waiting for the model…";
    case "retrying":
      return secondsUntil(activity) > 0
        ? `The model cannot answer now: ${sentence(activity.reason)} Next attempt (${attempt(activity)})`
        : `Asking the model again (${attempt(activity)})…`;
    case "tools":
      return `Working: ${tools(activity.calls)}`;
    case "approval":
      return "Waiting for your answer above";
    case "stopping":
      return "Stopping…";
    case "failed":
      return `The run failed: ${sentence(activity.reason)}`;
    case "stopped":
      return activity.reason === "restart" ? "Stopped: the agent was restarted in the middle of a run." : "Stopped.";
    case "idle":
      return "";
  }
}

/** @param {AgentActivity} activity */
function timing(activity) {
  if (activity.state === "retrying") {
    const seconds = Math.ceil(secondsUntil(activity));
    return seconds > 0 ? `in ${seconds} s` : "";
  }
  if (activity.state === "failed" || activity.state === "stopped") return "";
  const seconds = Math.floor((Date.now() - Date.parse(activity.since)) / 1000);
  return seconds >= PATIENCE ? `${seconds} s` : "";
}

/** @param {AgentActivity} activity */
function secondsUntil({ until }) {
  return until === undefined ? 0 : (Date.parse(until) - Date.now()) / 1000;
}

/** @param {AgentActivity} activity */
function attempt(activity) {
  return `${activity.attempt} of ${activity.attempts}`;
}

/** @param {string[]} calls */
function tools(calls) {
  const named = calls.slice(0, NAMED).join(", ");
  return calls.length > NAMED ? `${named} and ${calls.length - NAMED} more` : named;
}

/**
 * A reason as a sentence: with a full stop, and without the class of the error.
 *
 * @param {string} reason
 */
function sentence(reason) {
  const text = reason.replace(/^[A-Z]\w*Error: /, "");
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

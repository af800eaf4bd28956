/** @import { Story, Version } from "./types" */
import { data, made, visible } from "./dom.js";
import { after, difference, logged, versions } from "./stories.js";

/** @type {[string, string][]} */
const VIEWS = [
  ["page", "Page"],
  ["aria", "Accessibility tree"],
  ["state", "State"],
  ["log", "Log"],
];

/**
 * What was there after a step: the page, its accessibility tree, the state, the log; with what the step changed.
 */
export class Pane {
  /**
   * @param {Story} story
   * @param {(step: number) => void} chosen
   */
  constructor(story, chosen) {
    this.story = story;
    this.step = -1;
    this.view = "page";
    this.html = versions(story, "html");
    this.aria = versions(story, "aria");
    this.state = versions(story, "state");
    this.slider = made("input");
    Object.assign(this.slider, { type: "range", min: -1, max: Math.max(-1, story.steps.length - 1), step: 1 });
    this.slider.setAttribute("aria-label", "Step");
    this.slider.oninput = () => chosen(Number(this.slider.value));
    this.caption = made("p", "caption");
    this.tabs = made("div", "tabs");
    this.body = made("div", "view");
    this.element = made("section", "pane", this.slider, this.caption, this.tabs, this.body);
    this.element.setAttribute("aria-label", "After the step");
  }

  /** @param {number} step */
  show(step) {
    this.step = step;
    this.slider.value = String(step);
    const done = this.story.steps[step];
    this.caption.textContent = done
      ? visible(`After step ${step + 1} of ${this.story.steps.length}: ${done.actor} ${done.call}`)
      : "Before the first step";
    this.draw();
  }

  draw() {
    this.tabs.replaceChildren(...VIEWS.map(([view, name]) => this.button(view, name)));
    this.body.replaceChildren(...this.content());
  }

  /**
   * @param {string} view
   * @param {string} name
   */
  button(view, name) {
    const button = made("button", this.changed(view) ? "changed" : "", name);
    button.type = "button";
    button.setAttribute("aria-pressed", String(view === this.view));
    if (this.changed(view)) button.title = "The step changed it";
    button.onclick = () => {
      this.view = view;
      this.draw();
    };
    return button;
  }

  /** @param {string} view */
  changed(view) {
    const kind = view === "page" ? "html" : view;
    return this.story.moments.some(([step, what]) => step === this.step && what === kind);
  }

  /** @returns {Node[]} */
  content() {
    if (this.view === "page") return this.pages();
    if (this.view === "aria") return this.texts(this.aria, "No page was shown.");
    if (this.view === "state") return this.texts(this.state, "No state is known.");
    return [this.log()];
  }

  /** @returns {Node[]} */
  pages() {
    const shown = [...this.html].filter(([, known]) => after(known, this.step));
    if (!shown.length) return this.texts(this.aria, "No page was shown.");
    return shown.flatMap(([tab, known]) => {
      const frame = made("iframe");
      // An app's markup: sandboxed, without scripts, unable to reach the report.
      frame.setAttribute("sandbox", "");
      frame.title = `The page in tab ${tab}`;
      frame.srcdoc = `<!DOCTYPE html><style>${data("page-style")}</style>${after(known, this.step)}`;
      return [...(shown.length > 1 ? [made("h3", "", `Tab ${tab}`)] : []), frame];
    });
  }

  /**
   * @param {Map<number, Version[]>} all
   * @param {string} nothing
   * @returns {Node[]}
   */
  texts(all, nothing) {
    if (!all.size) return [made("p", "empty", nothing)];
    return [...all].map(([, known]) => diff(after(known, this.step - 1), after(known, this.step)));
  }

  log() {
    const old = logged(this.story, (step) => step < this.step);
    const fresh = logged(this.story, (step) => step === this.step);
    if (!old.length && !fresh.length) return made("p", "empty", "The app has printed nothing so far.");
    return diff(old.join("\n"), [...old, ...fresh].join("\n"));
  }
}

/**
 * @param {string} before
 * @param {string} now
 */
function diff(before, now) {
  const rows =
    before === now
      ? now.split("\n").map((line) => /** @type {[string, string]} */ ([" ", line]))
      : difference(before, now);
  const style = { "+": "added", "-": "removed", " ": "" };
  return made(
    "pre",
    "diff",
    ...rows.map(([mark, line]) => made("span", style[/** @type {"+"} */ (mark)], `${mark} ${line}\n`)),
  );
}

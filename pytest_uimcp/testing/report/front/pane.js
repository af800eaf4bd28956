/** @import { Story, Version } from "./types" */
import { made, visible } from "./dom.js";
import { frame, outline, pointed, thumbnail, whenSeen } from "./frames.js";
import { after, difference, logged, versions } from "./stories.js";

/** @type {[string, string][]} */
const VIEWS = [
  ["page", "Page"],
  ["aria", "Accessibility tree"],
  ["state", "State"],
  ["log", "Log"],
];
const MOST_THUMBNAILS = 60;

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
    this.isBefore = false;
    this.html = versions(story, "html");
    this.pictures = versions(story, "picture");
    this.aria = versions(story, "aria");
    this.state = versions(story, "state");
    // Of a conversation without a page there is none to choose.
    this.views = VIEWS.filter(([view]) => this.has(view));
    this.view = this.views[0]?.[0] ?? "page";
    this.slider = made("input");
    Object.assign(this.slider, { type: "range", min: -1, max: Math.max(-1, story.steps.length - 1), step: 1 });
    this.slider.setAttribute("aria-label", "Step");
    this.slider.oninput = () => chosen(Number(this.slider.value));
    this.film = this.strip(chosen);
    this.caption = made("p", "caption");
    this.tabs = made("div", "tabs");
    this.body = made("div", "view");
    this.element = made("section", "pane", ...this.film, this.slider, this.caption, this.tabs, this.body);
    this.element.setAttribute("aria-label", "After the step");
  }

  /** @param {number} step */
  show(step) {
    if (step !== this.step) this.isBefore = false;
    this.step = step;
    this.slider.value = String(step);
    const done = this.story.steps[step];
    this.caption.textContent = done
      ? visible(`After step ${step + 1} of ${this.story.steps.length}: ${done.actor} ${done.call}`)
      : "Before the first step";
    this.slider.setAttribute("aria-valuetext", this.caption.textContent);
    for (const strip of this.film) this.point(strip);
    this.draw();
  }

  draw() {
    const views = this.views.map(([view, name]) => this.button(view, name));
    this.tabs.replaceChildren(...views, made("span", "right", ...this.times(), this.larger()));
    this.body.replaceChildren(...this.content());
  }

  /**
   * Small pictures of the page: one for each time at which it was different.
   * @param {(step: number) => void} chosen
   */
  strip(chosen) {
    const all = this.pictures.size ? this.pictures : this.html;
    const [first] = all.values();
    // The first tab that was opened; more would be a strip each.
    const frames = (first ?? []).slice(0, MOST_THUMBNAILS);
    if (frames.length < 2) return [];
    const buttons = frames.map(({ step, text }) => {
      const button = made("button");
      whenSeen(button, () => (all === this.pictures ? image(text, "") : thumbnail(this.story, text)));
      button.type = "button";
      button.dataset["step"] = String(step);
      const done = this.story.steps[step];
      button.title = visible(done ? `${step + 1}: ${done.actor} ${done.call}` : "Before the first step");
      button.setAttribute("aria-label", `Page after step ${step + 1}`);
      button.onclick = () => chosen(step);
      return button;
    });
    const strip = made("div", "film", ...buttons);
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", "Pages of the story");
    new ResizeObserver(() => this.point(strip)).observe(strip);
    return [strip];
  }

  /**
   * Mark the picture of the page that is shown.
   * @param {HTMLElement} strip
   */
  point(strip) {
    const buttons = /** @type {HTMLElement[]} */ ([...strip.children]);
    const current = buttons.findLast((button) => Number(button.dataset["step"]) <= this.step);
    for (const button of buttons) button.toggleAttribute("aria-current", button === current);
    if (!current) return;
    const start = current.offsetLeft - strip.offsetLeft;
    strip.scrollLeft = Math.max(0, start - (strip.clientWidth - current.offsetWidth) / 2);
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

  /** Before the step or after it: offered where the step was about an element of the page, or changed it. */
  times() {
    const step = this.story.steps[this.step];
    if (this.view !== "page" || !step || !(step.mark || this.changed("page"))) return [];
    const button = made("button", "time", "Before");
    button.type = "button";
    button.setAttribute("aria-pressed", String(this.isBefore));
    button.title = "The page before the step";
    button.onclick = () => {
      this.isBefore = !this.isBefore;
      this.draw();
    };
    return [button];
  }

  /** As wide as the window allows, above the steps, or beside them. */
  larger() {
    const button = made("button", "", "Large");
    button.type = "button";
    button.setAttribute("aria-pressed", String(this.element.classList.contains("large")));
    button.onclick = () => {
      this.element.classList.toggle("large");
      this.draw();
      /** @type {HTMLElement | null} */ (this.tabs.querySelector(".right > :last-child"))?.focus();
    };
    return button;
  }

  /**
   * Whether the story has it at all.
   * @param {string} view
   */
  has(view) {
    if (view === "page") return this.html.size > 0 || this.pictures.size > 0 || this.aria.size > 0;
    return this.story.moments.some(([, kind]) => kind === view);
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
    const at = this.isBefore ? this.step - 1 : this.step;
    const pictures = [...this.pictures].filter(([, known]) => after(known, at));
    if (pictures.length) return pictures.flatMap(([tab, known]) => this.named(pictures, tab, this.picture(known, tab)));
    const shown = [...this.html].filter(([, known]) => after(known, at));
    if (!shown.length) return this.texts(this.aria, "No page was shown.");
    return shown.flatMap(([tab, known]) => this.named(shown, tab, this.page(after(known, at), tab)));
  }

  /**
   * @param {unknown[]} tabs
   * @param {number} tab
   * @param {Node} page
   */
  named(tabs, tab, page) {
    return tabs.length > 1 ? [made("h3", "", `Tab ${tab}`), page] : [page];
  }

  /**
   * @param {string} html
   * @param {number} tab
   */
  page(html, tab) {
    const step = this.story.steps[this.step];
    const mark = step?.mark?.tab === tab ? step.mark : undefined;
    const place = this.isBefore ? mark?.before : mark?.after;
    return frame(this.story, pointed(html, step, place, this.isBefore), `The page in tab ${tab}`);
  }

  /**
   * @param {Version[]} known
   * @param {number} tab
   */
  picture(known, tab) {
    const mark = this.story.steps[this.step]?.mark;
    const isMarked = !this.isBefore && mark?.tab === tab;
    const at = this.isBefore ? this.step - 1 : this.step;
    return made(
      "div",
      "picture",
      image(after(known, at), `The page in tab ${tab}`),
      ...outline(isMarked ? mark : undefined),
    );
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
 * @param {string} data
 * @param {string} words
 */
function image(data, words) {
  const picture = made("img");
  // Only what is a picture: the data come from the run.
  if (data.startsWith("data:image/")) picture.src = data;
  picture.alt = words;
  return picture;
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
  const text = made(
    "pre",
    "diff",
    ...rows.map(([mark, line]) => made("span", style[/** @type {"+"} */ (mark)], `${mark} ${line}\n`)),
  );
  text.tabIndex = 0;
  return text;
}

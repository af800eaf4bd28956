/** @import { SavedFile, Step, Story } from "./types" */
import { duration, folded, made } from "./dom.js";
import { Pane } from "./pane.js";
import { logged } from "./stories.js";
import { details } from "./values.js";

const SAYS = ["say", "says"];

/**
 * One story: its failure, its timeline, and how everything was after the chosen step.
 */
export class StoryView {
  /**
   * @param {Story} story
   * @param {(step: number) => void} chosen
   */
  constructor(story, chosen) {
    this.story = story;
    this.pane = new Pane(story, chosen);
    this.rows = story.steps.map((step, index) => this.row(step, index, chosen));
    const timeline = made("ol", "timeline", ...this.rows);
    this.element = made(
      "article",
      story.outcome,
      ...this.head(),
      made("div", "columns", timeline, this.pane.element),
      ...this.rest(),
    );
  }

  /**
   * @param {number} step
   * @param {boolean} scroll whether the step is brought into view
   */
  show(step, scroll) {
    for (const [index, row] of this.rows.entries()) {
      row.classList.toggle("chosen", index === step);
      row.querySelector("button")?.setAttribute("aria-current", String(index === step));
    }
    if (scroll) this.rows[step]?.scrollIntoView({ block: "nearest" });
    this.pane.show(step);
  }

  head() {
    const { id, outcome, phase, seconds, message, lost } = this.story;
    const where = outcome === "passed" || phase === "call" ? outcome : `${outcome} in ${phase}`;
    const parts = [
      made("header", "", made("h2", "", id), made("p", "facts", made("span", "badge", where), ` ${duration(seconds)}`)),
    ];
    if (lost) parts.push(made("p", "lost", `To keep the report small, this story is without: ${lost.join("; ")}.`));
    if (message) parts.push(...failure(message));
    return parts;
  }

  /**
   * @param {Step} step
   * @param {number} index
   * @param {(step: number) => void} chosen
   */
  row(step, index, chosen) {
    const says = SAYS.includes(step.verb);
    const text = says ? String(step.arguments?.["text"] ?? Object.values(step.arguments ?? {})[0] ?? "") : step.call;
    const title = made(
      "button",
      "",
      made("span", "who", step.tab ? `${step.actor}, tab ${step.tab}` : step.actor),
      made("span", "what", text),
    );
    title.type = "button";
    title.onclick = () => chosen(index);
    const row = made(
      "li",
      `${step.actor} ${says ? "says" : "does"}`,
      title,
      made("time", "", duration(step.at / 1000)),
    );
    if (step.error) row.classList.add("wrong");
    if (step.consequence) row.append(made("p", "consequence", `→ ${step.consequence}`));
    if (step.open) row.append(made("p", "open", "It was not over when the test ended."));
    if (!says || step.error) row.append(...details(step, this.story.message));
    const lines = logged(this.story, (one) => one === index);
    if (lines.length)
      row.append(
        folded(
          `Printed ${lines.length} line${lines.length > 1 ? "s" : ""}`,
          lines.length < 4,
          made("pre", "", lines.join("\n")),
        ),
      );
    return row;
  }

  rest() {
    const parts = this.story.sections.map(([title, text]) => folded(title, false, made("pre", "", text)));
    if (this.story.files.length) parts.unshift(folded("Pictures and files", true, ...this.story.files.map(file)));
    parts.push(folded("Run it again", true, made("pre", "", this.story.again)));
    return parts;
  }
}

/**
 * The message of a failure, then pytest's whole text, folded. The lines of the message begin with `E`.
 * @param {string} text
 */
function failure(text) {
  const lines = text.split("\n").filter((line) => /^E( |$)/.test(line));
  const indent = Math.min(...lines.map((line) => line.slice(1).search(/\S/)).filter((column) => column >= 0));
  if (!Number.isFinite(indent)) return [made("pre", "message", text)];
  const message = lines.map((line) => line.slice(1 + indent)).join("\n");
  return [made("pre", "message", message), folded("Traceback", false, made("pre", "", text))];
}

/** @param {SavedFile} saved */
function file(saved) {
  if (!saved.picture) {
    const trace = saved.path.endsWith(".zip") ? `playwright show-trace ${saved.path}` : saved.path;
    return made("figure", "", made("figcaption", "", saved.name), made("pre", "", trace));
  }
  const picture = made("img");
  picture.src = saved.picture;
  picture.alt = saved.name;
  return made("figure", "", made("figcaption", "", saved.name), picture);
}

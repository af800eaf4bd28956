/** @import { SavedFile, Step, Story } from "./types" */
import { breakable, duration, folded, made } from "./dom.js";
import { Pane } from "./pane.js";
import { CHANGES, logged } from "./stories.js";
import { details, refusal } from "./values.js";

// `is_asked` is what somebody else's agent was prompted with.
const SAYS = ["say", "says", "is_asked"];
// Those whose steps have a colour.
const ACTORS = ["human", "agent", "api"];
// Between a step and the edge of the list: the ring around it is whole.
const EDGE = 4;
// A bar of less is a dot.
const SMALL = 0.03;
const DECIDES = ["approves", "ask", "denies", "deny", "runs"];

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
    this.timeline = made("ol", "timeline", ...this.fixtures(), ...this.rows.filter((_, index) => !this.isSetUp(index)));
    this.steps = made("div", "", ...this.legend(), this.timeline);
    this.element = made("article", story.outcome, ...this.head(), this.columns(), ...this.rest());
  }

  columns() {
    // A conversation without a page, a state and a log has nothing to show beside it.
    if (!this.story.moments.length) return made("div", "columns alone", this.steps);
    return made("div", "columns", this.steps, this.pane.element);
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
    const row = this.rows[step];
    if (row && this.isSetUp(step)) row.closest("details")?.setAttribute("open", "");
    if (row) this.reveal(row, scroll);
    this.pane.show(step);
  }

  /**
   * Bring a step into view in the list, and only there: the page beside it stays where it is.
   * @param {HTMLElement} row
   * @param {boolean} nearest with as little scrolling as possible; else to the middle
   */
  reveal(row, nearest) {
    const list = this.timeline;
    const above = list.getBoundingClientRect().top - this.element.getBoundingClientRect().top + this.element.offsetTop;
    list.style.setProperty("--above", `${above}px`);
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
    const below = top + row.offsetHeight - list.clientHeight;
    if (!nearest) list.scrollTop += top - Math.max(EDGE, (list.clientHeight - row.offsetHeight) / 2);
    else if (top < EDGE) list.scrollTop += top - EDGE;
    else if (below > 0) list.scrollTop += below + EDGE;
  }

  /** Whose steps have which edge, and what the times mean. */
  legend() {
    const actors = new Set(this.story.steps.map((step) => step.actor).filter((actor) => ACTORS.includes(actor)));
    if (!actors.size) return [];
    const since = made("time", "", "time since the beginning");
    return [made("p", "legend", ...[...actors].map((actor) => made("span", actor, actor)), since)];
  }

  /** When the test was over, as its steps count: what fixtures did is before the time that it took. */
  end() {
    const first = this.story.steps.find((_, index) => !this.isSetUp(index));
    return (first?.at ?? 0) + this.story.seconds * 1000;
  }

  /** @param {number} index */
  isSetUp(index) {
    return this.story.phase !== "setup" && this.story.steps[index]?.fixture === true;
  }

  /** What fixtures did before the test began, folded. */
  fixtures() {
    const rows = this.rows.filter((_, index) => this.isSetUp(index));
    if (!rows.length) return [];
    const title = `${rows.length} ${rows.length > 1 ? "steps" : "step"} of fixtures`;
    const list = made("ol", "", ...rows);
    return [made("li", "setup", folded(title, false, list))];
  }

  head() {
    const { id, outcome, phase, seconds, message, lost } = this.story;
    const where = outcome === "passed" || phase === "call" ? outcome : `${outcome} in ${phase}`;
    const facts = made("p", "facts", made("span", "badge", where), `${duration(seconds)} `, ...past(this.story));
    const parts = [made("header", "", made("h2", "", id), facts)];
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
    const words = repeats(step, this.story.steps[index - 1]) ? step.call.replace(/, .*/s, ", …)") : step.call;
    const text = says ? String(step.arguments?.["text"] ?? Object.values(step.arguments ?? {})[0] ?? "") : words;
    const prompted = step.verb === "is_asked";
    const who = prompted ? "prompt" : step.actor;
    const title = made(
      "button",
      "",
      made("span", "who", step.tab ? `${who}, tab ${step.tab}` : who),
      made("span", "what", ...(says ? [text] : breakable(text))),
    );
    // A decision is a line: what was decided, and by whom or why.
    const decides = DECIDES.includes(step.verb) && !step.error;
    if (decides && step.result) title.append(made("span", "why", step.result));
    title.type = "button";
    title.onclick = () => chosen(index);
    const row = made(
      "li",
      `${prompted ? "human" : step.actor} ${says ? "says" : "does"}`,
      title,
      made("time", "", duration(step.at / 1000)),
    );
    const seconds = Math.max(0, (this.story.steps[index + 1]?.at ?? this.end()) - step.at) / 1000;
    const share = Math.min(1, seconds / (this.story.seconds || 1));
    if (share > SMALL) row.style.setProperty("--share", String(share));
    row.querySelector("time")?.setAttribute("title", `${duration(seconds)} until the next step or the end`);
    if (step.error) row.classList.add("wrong");
    if (refusal(step)) row.classList.add("refused");
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
 * Whether a step is about the very call of the one before it, as a decision of the policy is.
 * @param {Step} step
 * @param {Step | undefined} previous
 */
function repeats(step, previous) {
  if (!DECIDES.includes(step.verb) || step.actor === "human" || previous?.verb !== "call") return false;
  return step.call.slice(step.verb.length) === previous.call.slice(previous.verb.length);
}

/**
 * What the story did in the runs before, and how that has changed.
 * @param {Story} story
 */
function past(story) {
  const parts = [];
  if (story.change) parts.push(made("span", `badge ${story.change}`, CHANGES[story.change]));
  if (story.flaky) parts.push(made("span", "badge flaky", "flaky"));
  if (story.past) parts.push(pastRuns(story), made("small", "", `the last ${story.past.length + 1} runs`));
  return parts;
}

/** @param {Story} story */
export function pastRuns(story) {
  const now = story.outcome === "passed" ? "P" : "F";
  const letters = [...(story.past ?? ""), now];
  const dots = made("span", "history", ...letters.map((letter) => made("i", letter === "P" ? "passed" : "failed")));
  const failed = letters.filter((letter) => letter !== "P").length;
  dots.title = `${failed} of the last ${letters.length} runs failed`;
  dots.setAttribute("role", "img");
  dots.setAttribute("aria-label", dots.title);
  return dots;
}

/**
 * The message of a failure: what was expected, what is near it, the rest, with the tree of the page folded; then pytest's
 * whole text, folded. The lines of the message begin with `E`.
 * @param {string} text
 */
function failure(text) {
  const lines = text.split("\n").filter((line) => /^E( |$)/.test(line));
  const indent = Math.min(...lines.map((line) => line.slice(1).search(/\S/)).filter((column) => column >= 0));
  if (!Number.isFinite(indent)) return [made("pre", "message", text)];
  const message = lines.map((line) => line.slice(1 + indent));
  const start = message.findIndex((line) => TREE.test(line));
  const tree = start < 0 ? [] : message.slice(start + 1);
  const end = tree.findIndex((line) => !line.startsWith("    "));
  const after = end < 0 ? [] : tree.splice(end);
  const said = start < 0 ? message : [...message.slice(0, start), ...after];
  const [headline = "", ...rest] = said;
  const near = rest.filter((line) => NEAR.test(line));
  const others = rest.filter((line) => !NEAR.test(line));
  const block = made("div", "message", made("p", "headline", headline));
  for (const line of near) {
    const [, words = "", found = ""] = NEAR.exec(line) ?? [];
    block.append(made("p", "near", made("b", "", words), " ", found));
  }
  if (others.join("").trim()) block.append(made("pre", "", others.join("\n")));
  if (tree.length) {
    const title = (message[start] ?? "").trim().replace(/:$/, "");
    block.append(folded(title[0]?.toUpperCase() + title.slice(1), false, made("pre", "", tree.join("\n"))));
  }
  return [block, folded("Traceback", false, made("pre", "", text))];
}

const NEAR = /^ {2}(near it:|in:|without a name:)\s*(.*)$/;
const TREE = /^ {2}the (page|stage):$/;

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

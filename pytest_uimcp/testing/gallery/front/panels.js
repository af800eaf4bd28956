/** @import { Drawn, Finding, Item, Panels, Text } from "./types" */
/** @import { Canvas } from "./canvas.js" */
import { asked, block, made } from "./dom.js";
import { FieldForm } from "./fields.js";

/** @type {[string, string][]} */
const NAMES = [
  ["fields", "Fields"],
  ["actions", "Actions"],
  ["snapshot", "Snapshot"],
  ["checks", "Checks"],
  ["stories", "Stories"],
  ["source", "Source"],
];
/** The panel that was chosen last is shown for the next entry too. */
const chosen = { panel: "fields" };

/**
 * What stands beside an entry: the fields of what it shows, what has been done in it, its accessibility tree and the stored one, what the checks
 * say, the stories about its app, and its files.
 */
export class PanelView {
  /**
   * @param {Item} item
   * @param {Canvas} canvas
   */
  constructor(item, canvas) {
    this.item = item;
    this.canvas = canvas;
    this.bar = made("div", "tabs");
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", "Panels");
    this.body = made("div", "body", made("p", "empty", "Reading …"));
    this.element = made("section", "panels", this.bar, this.body);
    this.element.setAttribute("aria-label", "Panels");
    /** @type {Promise<Panels>} */
    this.panels = asked("panels", item.address);
    /** @type {Promise<Drawn>} */
    this.drawn = asked("drawn", item.address);
    /** @type {Promise<{findings?: Finding[], problem?: string}> | null} */
    this.checks = null;
    this.draw();
  }

  draw() {
    this.bar.replaceChildren(
      ...NAMES.map(([name, words]) => {
        const button = made("button", "", words);
        button.type = "button";
        button.setAttribute("aria-pressed", String(name === chosen.panel));
        button.onclick = () => {
          chosen.panel = name;
          this.draw();
        };
        return button;
      }),
    );
    void this.fill();
  }

  async fill() {
    const panel = chosen.panel;
    const content = await this.content(panel);
    // Another may have been chosen meanwhile.
    if (panel === chosen.panel) this.body.replaceChildren(...content);
  }

  /**
   * @param {string} panel
   * @returns {Promise<Node[]>}
   */
  async content(panel) {
    if (panel === "fields") return [new FieldForm(this.canvas).element];
    if (panel === "actions") return [(await this.canvas.log).element];
    if (panel === "checks") return this.found();
    const { snapshot, sources, stories } = await this.panels;
    if (panel === "snapshot") return compared(await this.drawn, snapshot);
    if (panel === "source") return sources.flatMap((file) => [made("h3", "", file.path), block(file.text)]);
    if (!stories.length) return [made("p", "empty", "No *.scenario.yaml names this app.")];
    return stories.map((story) => {
      const summary = made("summary", "", made("b", "", story.title), " ", made("small", "", story.path));
      return made("details", "", summary, block(story.text));
    });
  }

  async found() {
    this.body.replaceChildren(made("p", "empty", "Checking the app …"));
    this.checks ??= asked("checks", this.item.address);
    const { findings, problem } = await this.checks;
    if (!findings) return [made("p", "problem", problem ?? "")];
    const about = (/** @type {Finding} */ finding) => finding.file.startsWith(`${this.item.key}.`);
    const own = this.item.key ? findings.filter(about) : findings;
    const others = findings.length - own.length;
    const rows = own.map((finding) => made("li", finding.severity, made("b", "", finding.check), block(finding.text)));
    /** @type {HTMLElement[]} */
    const head = own.length ? [made("ul", "findings", ...rows)] : [made("p", "good", "✓ Nothing is wrong with it.")];
    if (others) head.push(made("p", "", `${others} more about other files of ${this.item.app}.`));
    return head;
  }
}

/**
 * @param {Drawn} drawn
 * @param {Partial<Text>} snapshot
 */
function compared(drawn, snapshot) {
  if (drawn.aria === undefined) return [made("p", "problem", drawn.problem ?? "")];
  const parts = [];
  if (!snapshot.path) {
    parts.push(made("p", "", "No snapshot is stored; pytest --uimcp --snapshot-update stores this tree."));
  } else if (snapshot.text?.trim() === drawn.aria.trim()) {
    parts.push(made("p", "good", `✓ As stored in ${snapshot.path}`));
  } else {
    parts.push(made("p", "problem", `Different from ${snapshot.path}:`), block(snapshot.text ?? ""));
    parts.push(made("p", "", "It is now:"));
  }
  return [...parts, block(drawn.aria)];
}

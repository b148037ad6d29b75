// SPDX-License-Identifier: GPL-3.0-or-later
// The Explore tab: records a search of the shown position and walks through its tree.
import { get, post } from "./api";
import { field, fill, h, select } from "./dom";
import { brief, count } from "./format";
import { t } from "./i18n";
import { Icicle, LEVELS } from "./icicle";
import { prefs } from "./prefs";
import { complain, sessionId } from "./session";
import { store } from "./store";
import { TreeDiff, type DiffSums, type Summary } from "./treediff";
import { moveName, TreeList } from "./treelist";
import { chip } from "./techniques";
import type { Decision, TreeNode } from "./types";

interface Recorded {
  tree: number;
  summary: Summary & { other?: Summary; diff: DiffSums | null };
}

export class ExplorePanel {
  readonly element = h("div", { class: "panel explore" });
  private tree: Recorded | null = null;
  private path: TreeNode[] = [];
  private asked = 0;
  private readonly crumbs = h("nav", { class: "crumbs", "aria-label": t("crumbsLabel") });
  private readonly summary = h("p", { class: "hint" }, t("exploreHelp"));
  private readonly look = h("p", { class: "look" });
  private readonly icicle = new Icicle(
    (path) => this.walk(path),
    (node, edge) => this.hover(node, edge),
    () => this.up(),
  );
  private readonly list = new TreeList((path) => this.walk(path));
  private readonly diff = new TreeDiff();
  private readonly views = h("div", { class: "views", role: "group", "aria-label": t("viewLabel") });
  private view: "tree" | "diff" = "tree";
  private readonly depth = h("input", { type: "number", name: "depth", min: 1, max: 30, value: 8 });
  private readonly nodes = select(
    { name: "nodes" },
    [2000, 20000, 100000, 200000].map((n) => ({ value: String(n), text: brief(n) })),
    "20000",
  );
  private readonly compare = select({ name: "compare" }, [], "");
  private readonly button = h("button", { type: "submit", class: "main" }, t("record"));

  constructor() {
    const form = h(
      "form",
      {
        class: "controls",
        submit: (event) => {
          event.preventDefault();
          void this.record();
        },
      },
      field(t("depth"), this.depth),
      field(t("recordMost"), this.nodes),
      field(t("compareWith"), this.compare),
      this.button,
    );
    this.element.append(
      form,
      this.summary,
      this.views,
      this.crumbs,
      this.icicle.element,
      this.look,
      this.list.element,
      this.diff.element,
    );
    store.on("params", () => this.offer());
    store.on("progress", (progress) => {
      if (progress && this.button.disabled)
        fill(this.summary, t("recording", progress.all ? Math.round((100 * progress.done) / progress.all) : 0));
    });
    store.on("preview", (preview) => {
      if (!preview && this.path.length > 1) this.toRoot();
    });
    this.offer();
    this.drawViews();
  }

  private offer(): void {
    const rows = store.params?.techniques.filter((row) => row.switchable) ?? [];
    fill(
      this.compare,
      h("option", { value: "" }, t("nothing")),
      ...rows.map((row) => h("option", { value: row.name }, t("without", row.name))),
    );
  }

  private async record(): Promise<void> {
    this.button.disabled = true;
    fill(this.summary, t("recording", 0));
    const compare = this.compare.value;
    try {
      this.tree = await post<Recorded>("tree", {
        session: sessionId(),
        depth: Number(this.depth.value),
        nodes: Number(this.nodes.value),
        ...(compare ? { compare: { [compare]: "off" } } : {}),
      });
      this.list.forTree(this.tree.tree);
      this.path = [];
      const sum = this.tree.summary;
      fill(this.summary, t("recorded", count(sum.recorded), count(sum.total)));
      this.view = "tree";
      await Promise.all([this.fetch(0), this.diff.load(this.tree.tree, compare, sum, sum.other ?? null, sum.diff)]);
    } catch (error) {
      fill(this.summary, t("exploreHelp"));
      complain(error);
    } finally {
      this.button.disabled = false;
      this.drawViews();
    }
  }

  private async node(id: number): Promise<TreeNode> {
    if (!this.tree) throw new Error("no tree");
    return get<TreeNode>("tree", {
      session: sessionId(),
      tree: this.tree.tree,
      node: id,
      levels: LEVELS,
      lang: prefs.language,
    });
  }

  /** Shows node `id` as the end of the path. */
  private async fetch(id: number): Promise<void> {
    const asked = ++this.asked;
    const node = await this.node(id);
    if (asked !== this.asked) return;
    const at = this.path.findIndex((step) => step.id === id);
    if (at >= 0) this.path.splice(at, this.path.length, node);
    else this.path.push(node);
    this.draw();
  }

  private walk(steps: TreeNode[]): void {
    const last = steps[steps.length - 1];
    if (!last) return;
    this.path.push(...steps);
    void this.fetch(last.id).catch(complain);
  }

  private up(): void {
    const above = this.path[this.path.length - 2];
    if (above) void this.fetch(above.id).catch(complain);
  }

  private toRoot(): void {
    const root = this.path[0];
    if (root) void this.fetch(root.id).catch(complain);
  }

  private draw(): void {
    const node = this.path[this.path.length - 1];
    if (!node) return;
    fill(
      this.crumbs,
      ...this.path.map((step, i) =>
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-current": i === this.path.length - 1 ? "step" : null,
            click: () => void this.fetch(step.id).catch(complain),
          },
          i ? chip(step.by) : null,
          i ? moveName(step) : t("root"),
        ),
      ),
    );
    this.icicle.show(node);
    this.list.show(node);
    fill(this.look);
    this.element.scrollTop = 0;
    const steps = this.path.slice(1);
    if (steps.length === 0) store.tell("preview", null);
    else if (node.position)
      store.tell("preview", {
        position: node.position,
        last: node.move,
        label: t("inTree", steps.map(moveName).join(" ")),
      });
  }

  private hover(node: TreeNode | null, edge: Decision | null): void {
    if (node)
      fill(
        this.look,
        chip(node.by),
        `${moveName(node)} · ${t("depthN", node.depth)} · ${t("nNodes", count(node.nodes))}${node.why ? " · " + node.why : ""}`,
      );
    else if (edge) fill(this.look, chip(edge.by), `${moveName(edge)} · ${edge.by} · ${edge.why}`);
  }

  private drawViews(): void {
    const has = this.diff.loaded;
    this.views.hidden = !has;
    const button = (view: "tree" | "diff", word: string): HTMLElement =>
      h(
        "button",
        { type: "button", "aria-pressed": String(this.view === view), click: () => this.setView(view) },
        word,
      );
    fill(this.views, button("tree", t("treeView")), button("diff", t("diffView")));
    const diff = has && this.view === "diff";
    for (const part of [this.crumbs, this.icicle.element, this.look, this.list.element]) part.hidden = diff;
    this.diff.element.hidden = !diff;
  }

  private setView(view: "tree" | "diff"): void {
    this.view = view;
    this.drawViews();
  }
}

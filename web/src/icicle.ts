// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded tree as an icicle: a row a ply, a width for the nodes spent, a colour for the
// technique that ended it. Edges that were not searched stand at the right end, hatched.
import { hierarchy, partition, type HierarchyRectangularNode } from "d3-hierarchy";
import { fill, h, svg } from "./dom";
import { count } from "./format";
import { t } from "./i18n";
import { colourClass, techniqueName } from "./techniques";
import { moveName } from "./treelist";
import type { Decision, TreeNode } from "./types";

type Part = { node: TreeNode } | { edge: Decision } | { more: number } | { own: true };
interface Datum {
  part: Part;
  /** Of a leaf; what is above is added up. */
  size: number;
  /** With everything below. */
  weight: number;
  children: Datum[];
}

// Rows below the one walked to; more would be narrower than a pixel.
export const LEVELS = 5;
const ROW = 26;
const MOST_EDGES = 40;

const isNode = (child: TreeNode | { more: number }): child is TreeNode => "id" in child;

const leaf = (part: Part, size: number): Datum => ({ part, size, weight: size, children: [] });

function datum(node: TreeNode, level: number): Datum {
  const total = Math.max(1, node.nodes);
  if (level >= LEVELS) return leaf({ node }, total);
  const children = node.children.map((child) =>
    isNode(child) ? datum(child, level + 1) : leaf({ more: child.more }, 1),
  );
  // An edge that was not searched cost nothing; it gets enough to be seen.
  const sliver = total / 250;
  for (const edge of (node.skipped ?? []).slice(0, MOST_EDGES)) children.push(leaf({ edge }, sliver));
  if (children.length === 0) return leaf({ node }, total);
  const used = children.reduce((sum, child) => sum + child.weight, 0);
  if (used < total) children.push(leaf({ own: true }, total - used));
  return { part: { node }, size: 0, weight: Math.max(used, total), children };
}

type Cell = HierarchyRectangularNode<Datum>;

export class Icicle {
  readonly element = h("div", { class: "icicle" });
  private focus = 0;
  private shapes: { cell: Cell; group: SVGElement }[] = [];

  constructor(
    private readonly walk: (path: TreeNode[]) => void,
    private readonly look: (node: TreeNode | null, edge: Decision | null) => void,
    private readonly up: () => void,
  ) {
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(root: TreeNode): void {
    const width = Math.max(300, this.element.clientWidth || 600);
    const tree = partition<Datum>().size([width, ROW * (LEVELS + 1)])(
      hierarchy(datum(root, 0), (d) => d.children).sum((d) => d.size),
    );
    const height = ROW * (tree.height + 1);
    const scale = (LEVELS + 1) / (tree.height + 1);
    this.shapes = [];
    const groups: SVGElement[] = [];
    for (const cell of tree.descendants()) {
      const wide = cell.x1 - cell.x0;
      if (wide < 0.75 || "own" in cell.data.part) continue;
      const group = this.cell(cell, wide, (cell.y0 / scale) * 1);
      this.shapes.push({ cell, group });
      groups.push(group);
    }
    const hatch = svg(
      "pattern",
      { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 2, height: 5, class: "hatch" }),
    );
    fill(
      this.element,
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, width, height, role: "tree", "aria-label": t("icicleLabel") },
        svg("defs", {}, hatch),
        ...groups,
      ),
    );
    this.focus = 0;
    this.shapes[0]?.group.setAttribute("tabindex", "0");
  }

  private cell(cell: Cell, wide: number, y: number): SVGElement {
    const part = cell.data.part;
    const words = this.words(part);
    const kind = "edge" in part ? "edge" : "more" in part ? "more" : "node";
    const by = "node" in part ? part.node.by : "edge" in part ? part.edge.by : null;
    const open = (): void => this.open(cell);
    const look = (): void => {
      this.look("node" in part ? part.node : null, "edge" in part ? part.edge : null);
    };
    const box = { x: cell.x0, y, width: Math.max(0.5, wide - 0.5), height: ROW - 1.5, rx: 1.5 };
    return svg(
      "g",
      {
        class: `${kind} ${colourClass(by)}`,
        role: "treeitem",
        tabindex: -1,
        "aria-label": words,
        click: open,
        mouseenter: look,
        focus: look,
      },
      svg("title", {}, words),
      svg("rect", box),
      kind === "edge" && svg("rect", { ...box, fill: "url(#hatch)" }),
      wide > 34 && svg("text", { x: cell.x0 + 5, y: y + ROW / 2 + 3.5 }, this.label(part, wide)),
    );
  }

  private label(part: Part, wide: number): string {
    if ("more" in part) return t("moreN", count(part.more));
    const text = "node" in part ? moveName(part.node) : "edge" in part ? moveName(part.edge) : "";
    const letters = Math.floor((wide - 8) / 7);
    return text.length > letters ? text.slice(0, Math.max(1, letters - 1)) + "…" : text;
  }

  private words(part: Part): string {
    if ("node" in part) {
      const node = part.node;
      return `${moveName(node)} · ${t("depthN", node.depth)} · ${t("nNodes", count(node.nodes))}${node.by ? " · " + techniqueName(node.by) : ""}${node.why ? "\n" + node.why : ""}`;
    }
    if ("edge" in part) return `${moveName(part.edge)} · ${part.edge.by}\n${part.edge.why}`;
    return "more" in part ? t("moreN", count(part.more)) : "";
  }

  /** Walks to a node, through those above it that are shown. */
  private open(cell: Cell): void {
    const path: TreeNode[] = [];
    for (const above of cell.ancestors().reverse()) {
      const part = above.data.part;
      if ("node" in part) path.push(part.node);
    }
    if (path.length > 1) this.walk(path.slice(1));
    else this.up();
  }

  private key(event: KeyboardEvent): void {
    const at = this.shapes[this.focus];
    if (!at) return;
    let to: Cell | null | undefined;
    const siblings = at.cell.parent?.children ?? [];
    const seen = (cell: Cell): boolean => this.shapes.some((shape) => shape.cell === cell);
    if (event.key === "ArrowUp") to = at.cell.parent;
    else if (event.key === "ArrowDown") to = at.cell.children?.find(seen);
    else if (event.key === "ArrowRight") to = siblings.slice(siblings.indexOf(at.cell) + 1).find(seen);
    else if (event.key === "ArrowLeft")
      to = siblings
        .slice(0, Math.max(0, siblings.indexOf(at.cell)))
        .reverse()
        .find(seen);
    else if (event.key === "Enter") this.open(at.cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
    const index = this.shapes.findIndex((shape) => shape.cell === to);
    if (index < 0) return;
    at.group.setAttribute("tabindex", "-1");
    this.focus = index;
    const next = this.shapes[index]?.group;
    next?.setAttribute("tabindex", "0");
    next?.focus();
  }
}

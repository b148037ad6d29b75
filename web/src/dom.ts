// SPDX-License-Identifier: GPL-3.0-or-later
// Elements without HTML text: whatever is shown goes in as text or as an attribute.

export type Child = Node | string | number | null | undefined | false;
type Handler = (event: Event) => void;
type Value = string | number | boolean | null | undefined | Handler;

function apply(element: Element, attributes: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/** h("button", { class: "x", click: f }, "text"): a function value listens to the event of its name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, attributes);
  append(element, children);
  return element;
}

export function svg(tag: string, attributes: Record<string, Value> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, attributes);
  append(element, children);
  return element;
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

export function select(
  attributes: Record<string, Value>,
  options: { value: string; text: string }[],
  value: string,
): HTMLSelectElement {
  const box = h("select", attributes, ...options.map((o) => h("option", { value: o.value }, o.text)));
  box.value = value;
  return box;
}

export function field(label: string, control: HTMLElement, extra = ""): HTMLLabelElement {
  return h("label", { class: `field ${extra}` }, h("span", {}, label), control);
}

/** A modal dialog with a title; closed by Escape, by its cross or by what `content` does. */
export function dialog(title: string, closeLabel: string, ...content: Child[]): HTMLDialogElement {
  const box = h(
    "dialog",
    { "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { type: "button", class: "quiet", "aria-label": closeLabel, click: () => box.close() }, "×"),
    ),
    ...content,
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

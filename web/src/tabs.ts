// SPDX-License-Identifier: GPL-3.0-or-later
// The right half: four views, one shown at a time.
import { h } from "./dom";
import { t } from "./i18n";
import { prefs, setPref } from "./prefs";

export const TABS = ["play", "watch", "explore", "lab"] as const;
export type Tab = (typeof TABS)[number];

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons = new Map<Tab, HTMLButtonElement>();

  constructor(
    private readonly panels: Record<Tab, HTMLElement>,
    private readonly opened: (tab: Tab) => void,
  ) {
    const list = h("div", {
      class: "tabs",
      role: "tablist",
      "aria-label": t("tabsLabel"),
      keydown: (event) => this.key(event as KeyboardEvent),
    });
    for (const tab of TABS) {
      const button = h(
        "button",
        { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`, click: () => this.open(tab) },
        t(tab),
      );
      this.buttons.set(tab, button);
      list.append(button);
      panels[tab].id = `panel-${tab}`;
      panels[tab].setAttribute("role", "tabpanel");
      panels[tab].setAttribute("aria-labelledby", `tab-${tab}`);
    }
    this.element = h("section", { class: "right" }, list, ...Object.values(panels));
    this.open(TABS.find((tab) => tab === prefs.tab) ?? "play");
  }

  open(name: string): void {
    const tab = TABS.find((one) => one === name);
    if (!tab) return;
    setPref("tab", tab);
    for (const [one, button] of this.buttons) {
      const on = one === tab;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
      this.panels[one].hidden = !on;
    }
    this.opened(tab);
  }

  private key(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const at = TABS.findIndex((tab) => this.buttons.get(tab)?.ariaSelected === "true");
    const to = TABS[(at + by + TABS.length) % TABS.length];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(to);
    this.buttons.get(to)?.focus();
  }
}

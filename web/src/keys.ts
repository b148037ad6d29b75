// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard, and the help that lists it.
import { flip, step } from "./boardview";
import { dialog, h } from "./dom";
import { t } from "./i18n";
import { openNewGame } from "./newgame";
import { askHint } from "./play";
import { command } from "./session";
import { store } from "./store";
import { TABS } from "./tabs";
import { toggleAnalysis } from "./watch";

export function openHelp(): void {
  if (document.querySelector("dialog[open]")) return;
  const rows: [string, string][] = [
    ["← →", t("keySteps")],
    ["Home End", t("keyEnds")],
    ["1 2 3 4", t("keyTabs")],
    ["n", t("keyNew")],
    ["h", t("keyHint")],
    ["u", t("keyTakeback")],
    ["f", t("keyFlip")],
    ["a", t("keyAnalyse")],
    ["← ↑ → ↓ Enter", t("keyBoard")],
    ["Shift P L N S G B R", t("keyHand")],
    ["Esc", t("keyEscape")],
    ["?", t("keyHelp")],
  ];
  dialog(
    t("helpTitle"),
    t("close"),
    h(
      "dl",
      { class: "keys" },
      ...rows.flatMap(([keys, text]) => [
        h("dt", {}, ...keys.split(" ").map((k) => h("kbd", {}, k))),
        h("dd", {}, text),
      ]),
    ),
  );
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=checkbox]), select, textarea") || target.isContentEditable);

export function listenToKeys(openTab: (name: string) => void): void {
  const actions: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step("start"),
    End: () => step("end"),
    f: flip,
    h: () => void askHint(),
    n: openNewGame,
    u: () => void command("takeback"),
    a: toggleAnalysis,
    "?": openHelp,
    Escape: () => store.preview && store.tell("preview", null),
  };
  TABS.forEach((name, i) => (actions[String(i + 1)] = () => openTab(name)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    if (
      event.target instanceof HTMLElement &&
      event.target.closest("[role=tablist], .moves") &&
      event.key.startsWith("Arrow") &&
      event.target.matches("[role=tab]")
    )
      return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

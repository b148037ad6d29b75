// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the top: name, and how the page looks.
import { h, select } from "./dom";
import { t } from "./i18n";
import { openHelp } from "./keys";
import { store } from "./store";
import { applyTheme, prefs, setPref, type Prefs } from "./prefs";

export function header(rebuild: () => void): HTMLElement {
  function choice<K extends "language" | "theme" | "pieces" | "notation">(
    name: K,
    label: string,
    options: [Prefs[K], string][],
  ): HTMLElement {
    const box: HTMLSelectElement = select(
      {
        name,
        "aria-label": label,
        title: label,
        change: () => {
          setPref(name, box.value as Prefs[K]);
          // Who reads Japanese reads Japanese moves; the notation can still be chosen alone.
          if (name === "language") setPref("notation", box.value === "ja" ? "people" : "western");
          applyTheme();
          rebuild();
        },
      },
      options.map(([value, text]) => ({ value, text })),
      prefs[name],
    );
    return h("label", {}, h("span", {}, label), box);
  }
  const shogi = h(
    "span",
    { class: "shogi-only" },
    choice("pieces", t("pieces"), [
      ["kanji", t("piecesKanji")],
      ["letter", t("piecesLetter")],
    ]),
    choice("notation", t("notationLabel"), [
      ["people", t("notationPeople")],
      ["western", t("notationWestern")],
    ]),
  );
  const show = (): void => void (shogi.hidden = store.state?.game === "chess");
  store.on("state", show);
  show();
  return h(
    "header",
    { class: "top" },
    h("h1", {}, "Tenuki ", h("span", { lang: "ja" }, "手抜き")),
    h("span", { class: "grow" }),
    shogi,
    choice("theme", t("theme"), [
      ["auto", t("themeAuto")],
      ["light", t("themeLight")],
      ["dark", t("themeDark")],
    ]),
    choice("language", t("language"), [
      ["en", "English"],
      ["ja", "日本語"],
    ]),
    h("button", { type: "button", class: "quiet", "aria-label": t("help"), title: t("help"), click: openHelp }, "?"),
  );
}

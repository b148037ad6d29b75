// SPDX-License-Identifier: GPL-3.0-or-later
// Names and colours of techniques, the same in every view.
import { h } from "./dom";
import { t } from "./i18n";
import { prefs } from "./prefs";
import { store } from "./store";
import { techniquesJa } from "./techniques-ja";
import type { Technique } from "./types";

const COLOURS = 20;

export const technique = (name: string): Technique | undefined =>
  store.params?.techniques.find((row) => row.name === name);

/** A class for the colour; what is nobody's is grey. */
export function colourClass(name: string | null): string {
  const at = name ? (store.params?.techniques.findIndex((row) => row.name === name) ?? -1) : -1;
  return at < 0 ? "tech-none" : `tech-${at % COLOURS}`;
}

export const chip = (name: string | null): HTMLElement =>
  h("i", { class: `chip ${colourClass(name)}`, "aria-hidden": "true" });

/** What it does, in a sentence. */
export function describe(row: Technique): string {
  const japanese = prefs.language === "ja" ? techniquesJa[row.name] : undefined;
  return japanese ? japanese[1] : row.text;
}

/** Its name for people: the words of its sentence before the colon. */
export function title(row: Technique): string {
  const japanese = prefs.language === "ja" ? techniquesJa[row.name] : undefined;
  if (japanese) return japanese[0];
  const [head = "", tail] = row.text.split(/: | \(/);
  return tail !== undefined && head.length < 34 ? head : (row.group ?? "");
}

export function techniqueName(name: string | null): string {
  return name ?? t("searched");
}

/** On or off, as the session has it. */
export function isOn(row: Technique): boolean {
  const changed = store.state?.params.find((one) => one.name === row.name);
  return changed ? !["off", "0", "false"].includes(String(changed.value)) : row.default_on;
}

export function valueOf(name: string, otherwise: string | number): string {
  const changed = store.state?.params.find((row) => row.name === name);
  return String(changed ? changed.value : otherwise);
}

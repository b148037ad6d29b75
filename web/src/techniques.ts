// SPDX-License-Identifier: GPL-3.0-or-later
// Names and colours of techniques, the same in every view.
import { h } from "./dom";
import { t } from "./i18n";
import { prefs } from "./prefs";
import { store } from "./store";
import type { Technique } from "./types";

const COLOURS = 20;

export const technique = (name: string): Technique | undefined => store.params?.techniques.find((row) => row.name === name);

/** A class for the colour; what is nobody's is grey. */
export function colourClass(name: string | null): string {
  const at = name ? (store.params?.techniques.findIndex((row) => row.name === name) ?? -1) : -1;
  return at < 0 ? "tech-none" : `tech-${at % COLOURS}`;
}

export const chip = (name: string | null): HTMLElement => h("i", { class: `chip ${colourClass(name)}`, "aria-hidden": "true" });

export function describe(row: Technique): string {
  return prefs.language === "ja" && row.text_ja ? row.text_ja : row.text;
}

export function techniqueName(name: string | null): string {
  return name ?? t("searched");
}

/** On or off, as the session has it. */
export function isOn(name: string): boolean {
  const changed = store.state?.params.find((row) => row.name === name);
  const value = changed ? changed.value : (technique(name)?.params.find((p) => p.name === name)?.value ?? "on");
  return !["off", "0", "false", 0].includes(value);
}

export function valueOf(name: string, otherwise: string | number): string {
  const changed = store.state?.params.find((row) => row.name === name);
  return String(changed ? changed.value : otherwise);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and names in words for people.
import { prefs } from "./prefs";
import { t } from "./i18n";
import type { Game, Score, Side } from "./types";

export const count = (n: number): string => n.toLocaleString(prefs.language === "ja" ? "ja-JP" : "en-GB");

/** Four characters or so: 940, 12.3k, 4.56M. */
export function brief(n: number): string {
  if (n < 1000) return String(Math.round(n));
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (n >= size) return (n / size).toFixed(n >= 100 * size ? 0 : n >= 10 * size ? 1 : 2) + unit;
  }
  return String(n);
}

export const percent = (share: number): string => (100 * share).toFixed(share < 0.1 ? 1 : 0) + " %";

export function seconds(ms: number): string {
  return ms < 10000 ? (ms / 1000).toFixed(1) + " s" : Math.round(ms / 1000) + " s";
}

export const sign = (side: Side): number => (side === "first" ? 1 : -1);

/** Pawns with a sign in chess, hundredths in shogi, as players of each are used to. */
export function cp(game: Game, value: number): string {
  const text = game === "chess" ? (Math.abs(value) / 100).toFixed(2) : String(Math.abs(Math.round(value)));
  return (value > 0 ? "+" : value < 0 ? "−" : "±") + text;
}

export function score(game: Game, value: Score, factor: number): string {
  if ("mate" in value) return (value.mate * factor > 0 ? "+" : "−") + t("mateIn", Math.abs(value.mate));
  return cp(game, value.cp * factor);
}

export function sideName(game: Game, side: Side): string {
  if (game === "chess") return t(side === "first" ? "white" : "black");
  return t(side === "first" ? "sente" : "gote");
}

/** Shogi is written in two ways; chess has one. */
export const notation = (game: Game, move: { people: string; western: string }): string =>
  game === "shogi" && prefs.notation === "western" ? move.western : move.people;

// SPDX-License-Identifier: GPL-3.0-or-later
// How a game ended, in the person's language.
import { prefs } from "./prefs";
import { sideName } from "./format";
import { t, type Key } from "./i18n";
import { announce } from "./live";
import type { State } from "./types";

const REASONS: Record<string, Key> = {
  checkmate: "endCheckmate",
  stalemate: "endStalemate",
  "no legal move": "endNoMove",
  resignation: "endResignation",
  time: "endTime",
  repetition: "endRepetition",
  "threefold repetition": "endRepetition",
  "fourfold repetition": "endRepetition",
  "perpetual check": "endPerpetual",
  "fifty moves": "endFifty",
  "dead position": "endDead",
  declaration: "endDeclaration",
  mate: "endCheckmate",
  "no move": "endNoMove",
  "illegal move": "endIllegal",
  impasse: "endDeclaration",
  "move limit": "endLength",
  threefold: "endRepetition",
  interrupted: "endInterrupted",
  abandoned: "endInterrupted",
  "no mate": "endNoMate",
  adjudication: "endAdjudication",
};

export function endText(state: State): string {
  const end = state.end;
  if (!end) return "";
  const key = REASONS[end.reason];
  if (prefs.language === "en" && end.people) return `${end.people} (${end.result})`;
  const winner = end.result === "1-0" ? "first" : end.result === "0-1" ? "second" : null;
  const outcome = winner ? t("wins", sideName(state.game, winner)) : t("drawn");
  return `${key ? t(key) : end.reason}: ${outcome}`;
}

let told = "";

/** Once for each end. */
export function tellEnd(state: State): void {
  const text = endText(state);
  if (text && text !== told) announce(text);
  told = text;
}

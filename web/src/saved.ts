// SPDX-License-Identifier: GPL-3.0-or-later
// The game of this tab, kept in the browser, so that neither a reload nor a restart of the server
// loses it. A tab knows itself by a name in its sessionStorage.
import { read, write } from "./prefs";
import type { ClockState, Game, Level, Players, State } from "./types";

export interface Saved {
  session: string;
  when: number;
  game: Game;
  variant: string;
  start: string;
  moves: string[];
  ply: number;
  players: Players;
  level: Level;
  clock: ClockState | null;
  changed: Record<string, string>;
  result: string | null;
}

const PREFIX = "tenuki-game-";
const MOST = 20;

function tabName(): string {
  const kept = read<{ name: string }>(() => sessionStorage, "tenuki-tab");
  if (typeof kept?.name === "string") return kept.name;
  const name = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");
  write(() => sessionStorage, "tenuki-tab", { name });
  return name;
}

const key = PREFIX + tabName();

export function savedGame(): Saved | null {
  const kept = read<Saved>(() => localStorage, key);
  return kept && Array.isArray(kept.moves) && typeof kept.start === "string" ? (kept as Saved) : null;
}

/** Old tabs' games go when there are too many. */
function tidy(): void {
  const found: { name: string; when: number }[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const name = localStorage.key(i);
    if (!name?.startsWith(PREFIX) || name === key) continue;
    found.push({ name, when: read<Saved>(() => localStorage, name)?.when ?? 0 });
  }
  found.sort((a, b) => b.when - a.when);
  for (const old of found.slice(MOST)) localStorage.removeItem(old.name);
}

export function saveGame(state: State): void {
  const changed: Record<string, string> = {};
  for (const row of state.params) changed[row.name] = String(row.value);
  const saved: Saved = {
    session: state.session,
    when: Date.now(),
    game: state.game,
    variant: state.variant,
    start: state.start,
    moves: state.moves.map((m) => m.move),
    ply: state.ply,
    players: state.players,
    level: state.level,
    clock: state.clock,
    changed,
    result: state.end ? state.end.result : null,
  };
  write(() => localStorage, key, saved);
  try {
    tidy();
  } catch {
    // No storage, nothing to tidy.
  }
}

/** The request that gives a server which knows nothing of this game all of it. */
export function restoring(saved: Saved): object {
  const word = saved.game === "chess" ? "fen" : "sfen";
  const moves = saved.moves.length ? ` moves ${saved.moves.join(" ")}` : "";
  return {
    text: `position ${word} ${saved.start}${moves}`,
    format: saved.game === "chess" ? "uci" : "usi",
    variant: saved.variant,
    players: saved.players,
    level: saved.level,
    clock: saved.clock && {
      // In byoyomi the main time is gone.
      first_ms: saved.clock.in_byoyomi.first ? 0 : saved.clock.first_ms,
      second_ms: saved.clock.in_byoyomi.second ? 0 : saved.clock.second_ms,
      inc_ms: saved.clock.inc_ms,
      byoyomi_ms: saved.clock.byoyomi_ms,
    },
  };
}

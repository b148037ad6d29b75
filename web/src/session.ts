// SPDX-License-Identifier: GPL-3.0-or-later
// This tab's session with the server: opening, restoring, the stream of events, and every command.
import { ApiError, get, post, readEvents } from "./api";
import { t } from "./i18n";
import { prefs, setPref } from "./prefs";
import { restoring, savedGame, saveGame } from "./saved";
import { store } from "./store";
import type { Game, Handicap, Hint, LevelRow, Lines, Params, Progress, State, Stats } from "./types";

let session = "";
let stream: AbortController | null = null;

export const sessionId = (): string => session;

export function complain(error: unknown): void {
  const text =
    error instanceof ApiError && error.status === 403
      ? t("badToken")
      : error instanceof Error
        ? error.message
        : String(error);
  store.tell("message", text);
}

/** The answer to a command. While events come they are the truth: one of them may be newer. */
function takeAnswer(state: State): void {
  if (!store.connected) take(state);
}

function take(state: State): void {
  const before = store.state;
  if (before && (before.position !== state.position || before.game !== state.game)) store.tell("preview", null);
  // Lines belong to one position.
  if (before && before.position !== state.position) store.tell("lines", null);
  if (!before || before.game !== state.game) void loadParams(state.game);
  store.tell("state", state);
  saveGame(state);
}

async function loadParams(game: Game): Promise<void> {
  try {
    store.tell("params", await get<Params>("params", { game }));
  } catch (error) {
    complain(error);
  }
}

function hear(name: string, data: unknown): void {
  if (name === "state") take(data as State);
  // What was on its way when the position changed is of no use.
  else if (name === "lines" && (data as Lines).ply === store.state?.ply) store.tell("lines", data as Lines);
  else if (name === "stats") store.tell("stats", data as Stats);
  else if (name === "progress") store.tell("progress", data as Progress);
  else if (name === "message") store.tell("message", (data as { text: string }).text);
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function listen(): Promise<void> {
  stream?.abort();
  const mine = new AbortController();
  stream = mine;
  for (let wait = 250; !mine.signal.aborted; wait = Math.min(wait * 2, 4000)) {
    try {
      await readEvents(
        session,
        (name, data) => {
          wait = 250;
          if (!store.connected) store.tell("connected", true);
          hear(name, data);
        },
        mine.signal,
      );
    } catch (error) {
      // A server that was started again does not know us: begin anew with the saved game.
      if (error instanceof ApiError && error.status === 404) return void open();
      if (error instanceof ApiError && error.status === 403) complain(error);
    }
    if (mine.signal.aborted) return;
    store.tell("connected", false);
    await pause(wait);
  }
}

/** Opens or takes up the session and gives a forgetful server the saved game. */
export async function open(): Promise<void> {
  const saved = savedGame();
  try {
    const game = saved?.game ?? prefs.game;
    const opened = await post<{ session: string; known: boolean; state: State }>("open", {
      session: saved?.session ?? null,
      game,
    });
    session = opened.session;
    if (saved && !opened.known) await restore(saved);
    else take(opened.state);
    void listen();
  } catch (error) {
    complain(error);
    if (!(error instanceof ApiError)) {
      await pause(2000);
      return open();
    }
  }
}

async function restore(saved: NonNullable<ReturnType<typeof savedGame>>): Promise<void> {
  let state = await post<State>("load", { session, ...restoring(saved) });
  if (Object.keys(saved.changed).length)
    state = (await post<{ state: State }>("set", { session, set: saved.changed })).state;
  if (saved.ply < saved.moves.length) state = await post<State>("goto", { session, ply: saved.ply });
  take(state);
}

/** A command that answers with the new state; a refusal is shown and leaves everything as it was. */
export async function command(path: string, body: object = {}): Promise<boolean> {
  try {
    takeAnswer(await post<State>(path, { session, ...body }));
    return true;
  } catch (error) {
    complain(error);
    if (store.state) store.tell("state", store.state);
    return false;
  }
}

export async function newGame(body: { game: Game }): Promise<boolean> {
  setPref("game", body.game);
  store.tell("stats", null);
  return command("new", body);
}

export async function change(set: Record<string, string>, more: object = {}): Promise<void> {
  try {
    takeAnswer((await post<{ state: State }>("set", { session, set, ...more })).state);
  } catch (error) {
    complain(error);
    if (store.state) store.tell("state", store.state);
  }
}

export const hint = (): Promise<Hint> => post<Hint>("hint", { session });
export const levels = (game: Game): Promise<LevelRow[]> => get<LevelRow[]>("levels", { game });
export const handicaps = (): Promise<Handicap[]> => get<Handicap[]>("handicaps");
export const save = (format: string): Promise<{ text: string; filename: string }> => get("save", { session, format });
export const goto = (ply: number): Promise<boolean> => command("goto", { ply });
export const analyse = (on: boolean): Promise<boolean> =>
  on ? command("analyse", { on: true, lines: prefs.lines, limit: null }) : command("stop");

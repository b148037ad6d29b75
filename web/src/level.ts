// SPDX-License-Identifier: GPL-3.0-or-later
// How strong the engine plays: by measured level, by nodes, by time for a move, or with all it has.
import { field, h, select } from "./dom";
import { brief, count } from "./format";
import { t } from "./i18n";
import { levels } from "./session";
import type { Game, Level, LevelRow } from "./types";

export function levelText(level: Level): string {
  if ("level" in level) return t("levelN", level.level);
  if ("nodes" in level) return t("nNodes", brief(level.nodes));
  if ("ms" in level) return t("nSeconds", level.ms / 1000);
  return t("fullStrength");
}

const kept = new Map<Game, Promise<LevelRow[]>>();

function rows(game: Game): Promise<LevelRow[]> {
  let found = kept.get(game);
  if (!found) {
    found = levels(game);
    found.catch(() => kept.delete(game));
    kept.set(game, found);
  }
  return found;
}

export interface LevelPicker {
  element: HTMLElement;
  value(): Level;
  game(game: Game): void;
}

export function levelPicker(game: Game, start: Level, changed: () => void = () => {}): LevelPicker {
  const kind = select(
    { "aria-label": t("strength"), change: () => refresh(true) },
    [
      { value: "level", text: t("byLevel") },
      { value: "nodes", text: t("byNodes") },
      { value: "ms", text: t("byTime") },
      { value: "full", text: t("fullStrength") },
    ],
    Object.keys(start)[0] ?? "level",
  );
  const level = select({ "aria-label": t("byLevel"), name: "level", change: changed }, [], "");
  const nodes = h("input", {
    type: "number",
    name: "nodes",
    min: 1,
    max: 1000000000,
    step: 1,
    value: "nodes" in start ? start.nodes : 20000,
    "aria-label": t("byNodes"),
    change: changed,
  });
  const ms = h("input", {
    type: "number",
    name: "ms",
    min: 10,
    max: 600000,
    step: 10,
    value: "ms" in start ? start.ms : 1000,
    "aria-label": t("byTime"),
    change: changed,
  });
  const element = h("span", { class: "level" }, kind, level, nodes, ms);
  let wanted = "level" in start ? start.level : 3;

  function refresh(tell: boolean): void {
    level.hidden = kind.value !== "level";
    nodes.hidden = kind.value !== "nodes";
    ms.hidden = kind.value !== "ms";
    if (tell) changed();
  }
  function fillLevels(now: Game): void {
    void rows(now)
      .then((list) => {
        level.replaceChildren(
          ...list.map((row) =>
            h(
              "option",
              { value: row.level },
              `${row.level} · ${row.elo ? t("aboutElo", row.elo) + " · " : ""}${row.nodes ? t("nNodes", count(row.nodes)) : t("fullStrength")}`,
            ),
          ),
        );
        level.value = String(Math.min(wanted, list.length));
      })
      .catch(() => {});
  }
  level.addEventListener("change", () => (wanted = Number(level.value)));
  refresh(false);
  fillLevels(game);
  return {
    element,
    game: fillLevels,
    value(): Level {
      if (kind.value === "nodes") return { nodes: Math.max(1, Math.round(Number(nodes.value)) || 1) };
      if (kind.value === "ms") return { ms: Math.max(10, Math.round(Number(ms.value)) || 10) };
      return kind.value === "full" ? { full: true } : { level: Number(level.value) || wanted };
    },
  };
}

export const levelField = (picker: LevelPicker): HTMLElement => field(t("strength"), picker.element, "wide");

// SPDX-License-Identifier: GPL-3.0-or-later
// The question which piece a move shall become, over the board.
import { h } from "./dom";
import { t, type Key } from "./i18n";
import type { Choice } from "./board";

const NAMES: Record<string, Key> = {
  king: "roleKing",
  queen: "roleQueen",
  rook: "roleRook",
  bishop: "roleBishop",
  knight: "roleKnight",
  pawn: "rolePawn",
  gold: "roleGold",
  silver: "roleSilver",
  lance: "roleLance",
  dragon: "roleDragon",
  horse: "roleHorse",
  tokin: "roleTokin",
  promotedsilver: "rolePromotedSilver",
  promotedknight: "rolePromotedKnight",
  promotedlance: "rolePromotedLance",
};

export function roleName(role: string): string {
  const key = NAMES[role];
  return key ? t(key) : role;
}

/** Shows the choices inside `host`; resolves to the chosen move, or null on Escape or a click beside. */
export function askPromotion(host: HTMLElement, choices: Choice[]): Promise<string | null> {
  return new Promise((resolve) => {
    const done = (move: string | null): void => {
      veil.remove();
      resolve(move);
    };
    const buttons = choices.map((choice) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": roleName(choice.role),
          "data-move": choice.move,
          click: () => done(choice.move),
        },
        h("span", { class: `stone ${choice.piece}` }),
        h("small", {}, roleName(choice.role)),
      ),
    );
    const veil = h(
      "div",
      {
        class: "veil",
        click: (event) => event.target === veil && done(null),
        keydown: (event) => {
          const key = (event as KeyboardEvent).key;
          const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
          if (key === "Escape") done(null);
          else if (key === "ArrowRight") buttons[(at + 1) % buttons.length]?.focus();
          else if (key === "ArrowLeft") buttons[(at + buttons.length - 1) % buttons.length]?.focus();
          else return;
          event.stopPropagation();
          event.preventDefault();
        },
      },
      h(
        "div",
        { class: "promotion", role: "dialog", "aria-label": t("promoteTo") },
        h("p", {}, t("promoteTo")),
        h("div", {}, ...buttons),
      ),
    );
    host.append(veil);
    buttons[0]?.focus();
  });
}

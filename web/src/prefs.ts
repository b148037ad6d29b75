// SPDX-License-Identifier: GPL-3.0-or-later
// What a person likes, kept for all tabs. Storage may be forbidden: then it lasts as long as the page.
import type { Game } from "./types";

export interface Prefs {
  language: "en" | "ja";
  theme: "auto" | "light" | "dark";
  pieces: "kanji" | "letter";
  notation: "people" | "western";
  game: Game;
  tab: string;
  arrows: boolean;
  lines: number;
}

const KEY = "tenuki-prefs";

function defaults(): Prefs {
  const japanese = navigator.language.toLowerCase().startsWith("ja");
  return {
    language: japanese ? "ja" : "en",
    theme: "auto",
    pieces: "kanji",
    notation: japanese ? "people" : "western",
    game: "shogi",
    tab: "play",
    arrows: true,
    lines: 3,
  };
}

export function read<T>(storage: () => Storage, key: string): Partial<T> | null {
  try {
    const text = storage().getItem(key);
    const value: unknown = text ? JSON.parse(text) : null;
    return value && typeof value === "object" ? (value as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without.
  }
}

export const prefs: Prefs = { ...defaults(), ...read<Prefs>(() => localStorage, KEY) };

export function setPref<K extends keyof Prefs>(name: K, value: Prefs[K]): void {
  prefs[name] = value;
  write(() => localStorage, KEY, prefs);
}

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = prefs.theme;
}

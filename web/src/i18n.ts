// SPDX-License-Identifier: GPL-3.0-or-later
// Every word of the page in both languages. A key without its Japanese is a type error.
import { prefs } from "./prefs";
import { en } from "./words-en";
import { ja } from "./words-ja";

export type Key = keyof typeof en;

const tables = { en, ja };

/** The words for a key, with {0}, {1} … replaced. */
export function t(key: Key, ...values: (string | number)[]): string {
  return tables[prefs.language][key].replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ffish is Fairy-Stockfish compiled to WebAssembly. Its loader calls back when it is ready, and
// takes `fetch`, which Node has too, for a sign of a browser.
import { createRequire } from "node:module";

export default async function loadFfish() {
  const { fetch } = globalThis;
  delete globalThis.fetch;
  const ffish = createRequire(import.meta.url)("ffish");
  await new Promise((ready) => {
    ffish.onRuntimeInitialized = ready;
  });
  globalThis.fetch = fetch;
  return ffish;
}

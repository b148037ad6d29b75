// SPDX-License-Identifier: GPL-3.0-or-later
// build.mjs [FOLDER]: bundles the page into a flat folder (build/web) that the program embeds.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, "../build/web"));

// What the bundle holds of others, as their licences ask.
const notice = `/*! Tenuki's page, GPL-3.0-or-later. With chessground and shogiground (GPL-3.0-or-later),
uPlot (MIT, (c) Leon Sorokin), d3-hierarchy (ISC, (c) Mike Bostock). */`;

await mkdir(out, { recursive: true });
await build({
    absWorkingDir: here,
    entryPoints: { tenuki: "src/main.ts" },
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2021",
    banner: { js: notice },
    legalComments: "eof",
    outdir: out,
    logLevel: "warning",
});
await build({
    absWorkingDir: here,
    entryPoints: { tenuki: "style.css" },
    bundle: true,
    minify: true,
    loader: { ".svg": "dataurl" },
    outdir: out,
    logLevel: "warning",
});
for (const file of ["index.html", "favicon.svg"]) await copyFile(path.join(here, file), path.join(out, file));

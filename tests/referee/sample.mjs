// SPDX-License-Identifier: GPL-3.0-or-later
// The sample that random_play writes, and how a referee reports.
import { readFileSync } from "node:fs";

// Rows of one kind ("position" or "record") as arrays of fields, with their line numbers.
export function readRows(path, kind) {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .map((line, index) => ({ line: index + 1, fields: line.split("\t") }))
    .filter((row) => row.fields[0] === kind);
  if (rows.length === 0) {
    console.log(`referee: ${path} has no row of kind ${kind}`);
    process.exit(1);
  }
  return rows;
}

// What one list has and the other has not, for a message.
function difference(ours, theirs) {
  const us = new Set(ours);
  const them = new Set(theirs);
  return `only ours: ${ours.filter((x) => !them.has(x)).join(" ") || "-"}; only theirs: ${theirs
    .filter((x) => !us.has(x))
    .join(" ") || "-"}`;
}

export function expectSame(what, ours, theirs) {
  if (ours !== theirs) throw new Error(`${what}: ours ${ours}, theirs ${theirs}`);
}

export function expectSameSet(what, ours, theirs) {
  const a = [...ours].sort();
  const b = [...theirs].sort();
  if (a.join(" ") !== b.join(" ")) throw new Error(`${what}: ${difference(a, b)}`);
}

// Runs a judge over rows; it returns false for a row that it cannot judge. The first difference
// ends the program.
export function judge(name, unit, rows, one) {
  let judged = 0;
  for (const row of rows) {
    try {
      if (one(row.fields) !== false) judged++;
    } catch (error) {
      console.log(`referee ${name}: line ${row.line}: ${row.fields[1]}\n${error.message}`);
      process.exit(1);
    }
  }
  if (judged === 0) {
    console.log(`referee ${name}: nothing to judge`);
    process.exit(1);
  }
  console.log(`referee ${name}: ${judged} ${unit} ok`);
}

// The file named on the command line, or the one that the test run leaves behind.
export function samplePath(game) {
  if (process.argv.length > 3) {
    console.log(`usage: node referee_${game}.mjs [SAMPLE]`);
    console.log(`SAMPLE is written by random_play --game ${game} --sample SAMPLE`);
    process.exit(2);
  }
  return process.argv[2] ?? `build/sample-${game}`;
}

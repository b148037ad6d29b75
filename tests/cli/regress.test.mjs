// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { program, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);

// One that any search solves and one that none can, since nothing is better than mate.
const suite = at("suite.epd");
fs.writeFileSync(suite, '6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id "easy";\n6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2; id "never";\n');

async function regress(file, label, ...more) {
  const answer = await run(["regress", "--db", file, "--label", label, "--depth", "4", "--json", ...more]);
  answer.result = answer.stdout ? JSON.parse(answer.stdout.trimEnd().split("\n").at(-1)) : null;
  answer.verdicts = answer.result?.measures?.map((measure) => measure.verdict);
  return answer;
}

/** A program whose bench says what it likes. */
function fake(name, body) {
  fs.writeFileSync(at(name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return at(name);
}

test("the same again is no worse, and both runs are kept", async () => {
  const file = at("same.db");
  const first = await regress(file, "one", "--suite", suite, "--nodes", "500");
  assert.equal(first.status, 0, first.stderr);
  assert.deepEqual(first.verdicts, ["new", "new", "new"]);
  const second = await regress(file, "two", "--suite", suite, "--nodes", "500");
  assert.equal(second.status, 0);
  assert.deepEqual(second.verdicts, ["same", "same", "same"]);
  assert.ok(second.result.measures.every((measure) => measure.last_label === "one"));
  const list = JSON.parse((await run(["regress", "--db", file, "--list", "--json"])).stdout);
  assert.deepEqual(list.runs.map((row) => [row.label, row.measures.length]), [["one", 3], ["two", 3]]);
  const table = await run(["regress", "--db", file, "--list"]);
  assert.match(table.stdout, /^ +1 .* one\n +bench chess: \d+ {2}\(nodes, 16 positions to depth 4\)\n/);
  // Other settings are another measure.
  const other = await regress(file, "three", "--depth", "3");
  assert.deepEqual(other.verdicts, ["new", "new"]);
});

test("a reference that is the same program is as fast", async () => {
  const answer = await regress(at("speed.db"), "x", "--reference", program, "--runs", "3", "--speed-threshold", "60");
  assert.equal(answer.status, 0, answer.stdout + answer.stderr);
  const speed = answer.result.measures[2];
  assert.equal(speed.verdict, "same");
  assert.ok(speed.low <= speed.value && speed.value <= speed.high);
});

test("a reference that needs no time is faster", async () => {
  const fast = fake("fast", "echo '900000000000 nodes 1 nps'");
  const answer = await regress(at("slow.db"), "x", "--reference", fast, "--runs", "3");
  assert.equal(answer.status, 1);
  assert.equal(answer.result.measures[2].verdict, "worse");
  assert.equal(answer.result.worse, 1);
});

test("a stored better result makes the next one worse", async () => {
  const file = at("worse.db");
  const problems = at("changing.epd");
  const easy = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n", never = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2;\n";
  fs.writeFileSync(problems, easy + easy);
  const first = await regress(file, "good", "--suite", problems, "--nodes", "500");
  assert.equal(first.result.measures[2].value, 2);
  fs.writeFileSync(problems, easy + never);
  const second = await regress(file, "bad", "--suite", problems, "--nodes", "500");
  assert.equal(second.status, 1);
  assert.deepEqual(second.verdicts, ["same", "same", "worse"]);
  // The last one is the bad one now; a label reaches further back.
  const third = await regress(file, "again", "--suite", problems, "--nodes", "500");
  assert.equal(third.status, 0);
  const table = await run(["regress", "--db", file, "--label", "table", "--depth", "4", "--suite", problems,
    "--nodes", "500", "--against", "good"]);
  assert.equal(table.status, 1);
  assert.match(table.stdout, /suite changing\.epd +1 +2 +-50\.00 % +WORSE\n +solved of 2, 500 nodes each; last: good\n/);
  assert.match(table.stdout, /Something has become worse\./);
});

test("what cannot be used is named", async () => {
  const foreign = at("foreign.db");
  fs.writeFileSync(foreign, "not a database at all, but long enough to look at".repeat(40));
  const damaged = at("damaged.db");
  await regress(damaged, "x");
  const bytes = fs.readFileSync(damaged);
  bytes.fill(0xa5, 4096, 8192);
  fs.writeFileSync(damaged, bytes);
  for (const [args, message] of [
    [[], /--db: which file/],
    [["--db", foreign, "--label", "x"], /foreign\.db: file is not a database/],
    [["--db", damaged, "--label", "x"], /damaged\.db: /],
    [["--db", at("none.db"), "--list"], /none\.db: unable to open/],
    [["--db", at("a.db"), "--label", "x", "--depth", "2", "--against", "nobody"], /no run is called 'nobody'/],
    [["--db", at("b.db"), "--label", "x", "--depth", "2", "--suite", at("missing.epd")], /missing\.epd/],
    [["--db", at("c.db"), "--label", "x", "--suite", suite, "--suite", suite], /two files are called suite\.epd/],
    [["--db", at("d.db"), "--label", "x", "--depth", "2", "--reference", at("missing")], /missing/],
    [["--db", at("e.db"), "--label", "x", "--depth", "2", "--reference", fake("mute", "echo hello")], /does not end with/],
    [["--db", at("f.db"), "--label", "x", "--depth", "2", "--limit", "1", "--reference", fake("slow", "sleep 30")], /no end after 1 seconds/],
  ]) {
    const answer = await run(["regress", ...args]);
    assert.equal(answer.status, 2, `${args}: ${answer.stdout}`);
    assert.match(answer.stderr, message);
  }
});

// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));

function file(name, text) {
  const full = path.join(directory, name);
  fs.writeFileSync(full, text);
  return full;
}

const ROOK = "7k/8/5K2/8/8/8/8/5R2 w - - 0 1";
const GOLD = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const nodes = ["--nodes", "100000", "--hash", "4"];
const mate = (...args) => run(["mate", ...nodes, ...args]);

test("mate counts moves in chess and plies in shogi", async () => {
  const chess = await mate("--position", ROOK);
  assert.equal(chess.stdout, "mate in 2: f6f7 h8h7 f1h1\n");
  assert.equal(chess.status, 0);
  const shogi = await mate("--game", "shogi", "--position", GOLD);
  assert.equal(shogi.stdout, "mate in 1: G*5b\n");
});

test("mate says when there is none, or when it does not know", async () => {
  const none = await mate("--position", ROOK, "--max", "1");
  assert.equal(none.stdout, "no mate\n");
  assert.equal(none.status, 0);
  assert.equal((await mate("--game", "shogi")).stdout, "no mate\n");
  assert.equal((await mate()).stdout, "unknown\n");
});

test("mate answers in JSON", async () => {
  const found = JSON.parse((await mate("--position", ROOK, "--json")).stdout);
  assert.equal(found.status, "mate");
  assert.equal(found.mate, 2);
  assert.equal(found.plies, 3);
  assert.deepEqual(found.pv, ["f6f7", "h8h7", "f1h1"]);
  assert.ok(found.nodes > 0 && found.time_ms >= 0);
  const none = JSON.parse((await mate("--position", ROOK, "--max", "1", "--json")).stdout);
  assert.deepEqual([none.status, none.pv, none.mate], ["no mate", [], undefined]);
});

test("mate takes a problem without the attacker's king", async () => {
  const answer = await mate("--game", "shogi", "--position", "7k1/6P2/7G1/8L/9/9/9/9/9 b 2r2b3g4s4n3l17p 1");
  assert.equal(answer.stdout, "mate in 1: 1d1b+\n");
  assert.match(answer.stderr, /warning: .*no king/);
});

test("mate knows the game's history", async () => {
  const start = "fen 7k/5K2/8/8/8/8/8/5R2 b - - 0 1 moves h8h7 f7f6 h7h8";
  assert.match((await mate("--max", "2", "--position", start)).stdout, /^mate in 2/);
  const again = await mate("--max", "2", "--position", `${start} f6f7 h8h7 f7f6 h7h8`);
  assert.equal(again.stdout, "unknown\n");
});

const all = (answer) => /^all +(.*)$/m.exec(answer.stdout)?.[1].split(/ +/).slice(0, 6).map(Number);

test("mate solves files of problems", async () => {
  const chess = await mate("--file", "tests/data/mate/chess.epd", "--nodes", "1000000");
  assert.deepEqual(all(chess), [42, 42, 0, 0, 0, 0]);
  assert.equal(chess.status, 0);
  const shogi = await mate("--game", "shogi", "--file", "tests/data/mate/shogi.tsv");
  const rows = fs.readFileSync("tests/data/mate/shogi.tsv", "utf8").split("\n").filter((line) => /^[^#]/.test(line));
  assert.deepEqual(all(shogi), [rows.length, rows.length, 0, 0, 0, 0]);
});

test("mate tells solved, longer, shorter, unsolved and wrong apart", async () => {
  const epd = file("mixed.epd", "# comment\n\n"
    + "7k/8/5K2/8/8/8/8/5R2 w - - bm #2;\n" // right
    + "7k/8/5K2/8/8/8/8/5R2 w - - bm #1;\n" // longer
    + "7k/8/5K2/8/8/8/8/5R2 w - - bm Kf7; dm 3;\n" // shorter
    + "7k/8/5K2/8/8/8/8/5R2 b - - bm #-2;\n" // not asked
    + "k7/8/8/8/8/8/8/K7 w - - bm #4;\n"); // there is none
  const chess = await mate("--file", epd);
  assert.deepEqual(all(chess), [4, 3, 1, 1, 1, 0]);
  assert.equal(chess.status, 0);
  const tsv = file("wrong.tsv", `${GOLD}\t3\tclaim\n${GOLD}\t-\t3\n4k4/9/9/9/9/9/9/9/4K4 b - 1\t1\n`);
  const shogi = await mate("--game", "shogi", "--file", tsv);
  assert.deepEqual(all(shogi), [3, 2, 0, 1, 0, 2]);
  assert.match(shogi.stdout, /^wrong: 4k4/m);
  assert.equal(shogi.status, 1);
});

test("mate refuses bad input", async () => {
  for (const [args, message] of [
    [["--position", "8/8/8 w - -"], /error/],
    [["--max", "0"], /--max/],
    [["--file", "no/such/file"], /no\/such\/file/],
    [["--file", file("bad.epd", "7k/8/5K2/8/8/8/8/5R2 w - - bm #x;\n")], /line 1: 'x' is no mate distance/],
    [["--game", "shogi", "--file", file("bad.tsv", `${GOLD}\tmany\n`)], /line 1: 'many' is no mate length/],
    [["--game", "shogi", "--file", file("worse.tsv", "nothing\t3\n")], /line 1: /],
    [["--position", "startpos", "--file", "tests/data/mate/chess.epd"], /--file and --position exclude/],
  ]) {
    const answer = await mate(...args);
    assert.equal(answer.status, 2, args.join(" "));
    assert.match(answer.stderr, message);
  }
});

// SPDX-License-Identifier: GPL-3.0-or-later
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { program, root, run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const place = (name) => path.join(directory, name);
const tool = (name, args) => run([path.join(root, "tools", name), ...args], "", process.execPath);

const GAMES = place("games");
fs.writeFileSync(GAMES, [
  "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c2c3 d7d6 b2b4 c5b6 a2a4 a7a6 e1g1 e8g8",
  "position startpos moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8 g1f3 h7h6 g5h4 b7b6 c4d5 f6d5",
].join("\n"));
const SMALL = ["--nodes", "400", "--judge-nodes", "600", "--each", "6"];
const judge = (args, by = program) => tool("judge.mjs", [GAMES, "--judge", by, ...SMALL, ...args]);

test("judge: an engine gains nothing over itself, and other moves are counted", async () => {
  const { status, stdout, stderr } = await judge([`a=${program}`, `b=${program}`, `c@40=${program}`]);
  assert.equal(status, 0, stderr);
  const [head, , a, b, c] = stdout.split("\n");
  assert.match(head, /^[1-9]\d* positions, .* at 600 nodes judges$/);
  for (const line of [a, b]) assert.match(line, /^[ab] +400 +\d+\.\d +0\.0 % +\+0\.00 \+- 0\.00$/);
  assert.match(c, /^c +40 +\d+\.\d +[1-9]\d*\.\d % +[+-]\d+\.\d\d \+- \d+\.\d\d$/);
});

test("judge: what the judge has said once it is not asked again", async () => {
  const cache = ["--cache", place("verdicts")], engines = [`a=${program}`, `b@40=${program}`];
  const asked = await judge([...cache, ...engines]);
  assert.equal(asked.status, 0, asked.stderr);
  const remembered = await judge([...cache, ...engines], "/nobody");
  assert.equal(remembered.status, 0, remembered.stderr);
  assert.deepEqual(remembered.lines.slice(1), asked.lines.slice(1));
  assert.notEqual((await judge(engines, "/nobody")).status, 0);
});

test("judge: shogi", async () => {
  fs.writeFileSync(place("shogi"), "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h\n");
  const { status, stdout, stderr } = await tool("judge.mjs",
    [place("shogi"), "--judge", program, ...SMALL, "--proto", "usi", `a=${program}`, `b@40=${program}`]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^b +40 /m);
});

const ROWS = place("rows");
fs.writeFileSync(ROWS, "rfp_margin 47 10 200 40 # the margin\nlmr_base 73 -100 300 100\n");
const TUNE = [GAMES, "--judge", program, "--engine", program, ...SMALL, "--rows", ROWS, "--pool", "4", "--batch", "2", "--iterations", "6"];
const state = (name) => JSON.parse(fs.readFileSync(place(name), "utf8"));

test("judge_tune: a tuning that was killed goes on to the same end", async () => {
  const whole = await tool("judge_tune.mjs", [...TUNE, "--state", place("whole")]);
  assert.equal(whole.status, 0, whole.stderr);
  assert.equal(state("whole").gains.length, 6);
  const table = whole.lines.slice(-4, -1);
  assert.match(table[1], /^rfp_margin +47 -> +\d+\.\d +\d+\.\d +[+-]\d+\.\d\d \+- \d+\.\d\d$/);
  assert.match(table[2], /^lmr_base +73 -> /);

  const args = [path.join(root, "tools/judge_tune.mjs"), ...TUNE, "--state", place("killed")];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const ended = once(child, "close");
  while (!fs.existsSync(place("killed")) && child.exitCode === null) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await ended;
  const rest = await tool("judge_tune.mjs", [...TUNE, "--state", place("killed")]);
  assert.equal(rest.status, 0, rest.stderr);
  assert.deepEqual(state("killed"), state("whole"));
  const other = await tool("judge_tune.mjs", [...TUNE, "--state", place("whole"), "--seed", "2"]);
  assert.match(other.stderr, /whole was begun with other rows or other options/);
  assert.equal(other.status, 2);
});

test("judge, judge_tune: bad input is named", async () => {
  fs.writeFileSync(place("bad"), "rfp_margin 47 60 200 40\n");
  fs.writeFileSync(place("unknown"), "rfp_marginal 47 10 200 40\n");
  fs.writeFileSync(place("empty"), "hello\n");
  const tune = (...args) => tool("judge_tune.mjs", [GAMES, "--judge", program, ...args]);
  for (const [answer, message] of [
    [await tool("judge.mjs", []), /judge\.mjs: --judge is missing/],
    [await judge([]), /it wants a file of games and two engines/],
    [await judge(["a", `b=${program}`]), /'a' is not NAME=COMMAND/],
    [await judge(["--nods", "3"]), /there is no option --nods/],
    [await judge(["--nodes", "0"]), /--nodes is a whole number from 1, not '0'/],
    [await judge(["a=/nobody", `b=${program}`]), /\/nobody/],
    [await tool("judge.mjs", [place("none"), "--judge", program]), /none: no such file/],
    [await tool("judge.mjs", [place("empty"), "--judge", program, `a=${program}`, `b=${program}`]), /empty: no game of more than/],
    [await tune("--state", place("s")), /--rows: there is no file ''/],
    [await judge([`a=${program}`, `b=${program}`, "--cache", place("empty")]), /empty: Unexpected token/],
    [await tune("--rows", ROWS), /--state is missing/],
    [await tune("--rows", place("bad"), "--state", place("s")), /'rfp_margin 47 60 200 40' is not: name start min max push/],
    [await tune(...TUNE.slice(1, -6), "--rows", place("unknown"), "--pool", "4", "--batch", "2", "--state", place("s")), /rfp_marginal/],
  ]) {
    assert.equal(answer.status, 2, answer.stderr);
    assert.match(answer.stderr, message);
  }
});

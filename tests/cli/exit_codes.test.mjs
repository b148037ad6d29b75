// SPDX-License-Identifier: GPL-3.0-or-later
// 0 good, 1 a check failed, 2 bad input: every command; and --json of every command that reports.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./tenuki.mjs";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const place = (name) => path.join(directory, name);

function file(name, text) {
  fs.writeFileSync(place(name), text);
  return place(name);
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const GAMES = "nets/sample/chess-1-000001.games";
const help = await run(["help"]);
const commands = [...help.stdout.matchAll(/^ {2}tenuki (\w+) {2,}/gm)].map((match) => match[1])
  .filter((name) => name !== "help" && name !== "version");
const parts = ["data stat", "data check", "data merge", "data show", "data import", "tree diff", "tune check", "tune eval"];
const all = [...commands, ...parts].map((name) => name.split(" "));

test("the list of commands is whole", () => {
  assert.equal(help.status, 0);
  assert.ok(commands.length >= 20, commands.join(" "));
});

for (const command of all)
  test(`${command.join(" ")}: help is good, an unknown option is bad input`, async () => {
    for (const args of [[...command, "-h"], ["help", ...command]]) {
      const answer = await run(args);
      assert.equal(answer.status, 0, answer.stderr);
      assert.match(answer.stdout, /Usage: /);
      for (const line of answer.lines) assert.ok(line.length <= 100, line);
    }
    const bad = await run([...command, "--no-such-option"]);
    assert.equal(bad.status, 2);
    assert.equal(bad.stdout, "");
    assert.match(bad.stderr, /no-such-option/);
  });

test("unknown commands are bad input, with a guess", async () => {
  for (const args of [["benhc"], ["help", "benhc"]]) {
    const answer = await run(args);
    assert.equal(answer.status, 2);
    assert.match(answer.stderr, /unknown command 'benhc', did you mean 'bench'\?/);
  }
  assert.equal((await run(["reference"])).status, 2);
});

// Made in this order; the last line of each is a JSON object.
const good = [
  ["analyse", "--depth", "4"],
  ["ablate", "--depth", "3", "--technique", "nmp", "--limit", "2", "--file", "tests/data/positions/chess.txt"],
  ["audit", "--depth", "4", "--technique", "nmp", "--samples", "5"],
  ["bench", "--depth", "2"],
  ["data", "stat", GAMES],
  ["data", "check", GAMES],
  ["data", "merge", place("merged.games"), GAMES],
  ["data", "show", GAMES],
  ["data", "import", "--format", "binpack-text", "--in", file("pack.txt", `${START};e2e4;20;1\n`), "--out", place("import.games")],
  ["datagen", "--games", "1", "--nodes", "50", "--out", place("games")],
  ["match", "--engine", "name=a", "--engine", "name=b", "--nodes", "50", "--games", "2", "--db", place("match.db")],
  ["mate", "--position", "7k/8/5K2/8/8/8/8/5R2 w - - 0 1", "--max", "1"],
  ["mate", "--file", file("mate.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1;\n")],
  ["net", "info"],
  ["params"],
  ["perft", "--depth", "2", "--divide"],
  ["perft", "--file", file("perft.epd", `${START} ;D1 20\n`)],
  ["regress", "--db", place("regress.db"), "--label", "one", "--depth", "2"],
  ["regress", "--db", place("regress.db"), "--list"],
  ["results", place("match.db")],
  ["results", "check", place("match.db")],
  ["show"],
  ["suite", "--depth", "4", "--file", file("suite.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8;\n")],
  ["train", "--data", GAMES, "--epochs", "1", "--neurons", "0", "--out", place("net")],
  ["net", "info", place("net")],
  ["net", "check", place("net")],
  ["tree", "--depth", "3"],
  ["tree", "diff", "--depth", "3", "--b", "set=nmp:off"],
  ["tune", "--params", "rfp_margin", "--iterations", "1", "--pairs", "1", "--nodes", "50", "--db", place("tune.db")],
  ["tune", "check", place("tune.db")],
  ["tune", "eval", "--steps", "1", "--data", "tests/data/labelled/chess.txt"],
];

test("good, and the last line is JSON", async () => {
  for (const args of good) {
    const answer = await run([...args, "--json"]);
    assert.equal(answer.status, 0, `${args.join(" ")}: ${answer.stderr}`);
    const last = answer.stdout.trimEnd().split("\n").at(-1);
    if (last || args[0] !== "net") // no net may be built in
      assert.equal(typeof JSON.parse(last), "object", args.join(" "));
  }
  assert.equal((await run(["convert", "--in", "tests/data/records/games.pgn"])).status, 0);
});

const damaged = (from, name) => {
  const bytes = fs.readFileSync(from);
  bytes[bytes.length - 40] ^= 1;
  fs.writeFileSync(place(name), bytes);
  return place(name);
};

test("a check that fails", async () => {
  await run(["train", "--data", GAMES, "--epochs", "0", "--neurons", "0", "--out", place("net")]);
  for (const args of [
    ["data", "check", damaged(GAMES, "damaged.games")],
    ["data", "stat", place("damaged.games")],
    ["data", "import", "--format", "tcec", "--in", file("nonsense.txt", "nonsense\n"), "--out", place("none.games")],
    ["net", "check", damaged(place("net"), "damaged.net")],
    ["net", "check", place("no-such-file")],
    ["perft", "--file", file("wrong.epd", `${START} ;D1 21\n`)],
    ["mate", "--game", "shogi", "--file", file("no-mate.tsv", "4k4/9/9/9/9/9/9/9/4K4 b - 1\t1\n")],
  ]) {
    const answer = await run(args);
    assert.equal(answer.status, 1, `${args.join(" ")}: ${answer.stdout}${answer.stderr}`);
  }
});

test("bad input", async () => {
  const none = place("no-such-file");
  for (const args of [
    ["analyse", "--position", "nonsense"],
    ["analyse", "--preset", "nonsense"],
    ["ablate"],
    ["ablate", "--file", none],
    ["audit", "--file", none],
    ["bench", "--game", "go"],
    ["bench", "--set", "nmp"],
    ["bench", "--net", none],
    ["convert"],
    ["convert", "--in", none],
    ["convert", "--in", none + ".pgn"],
    ["convert", "--in", "tests/data/records/games.pgn", "--to", "kif"],
    ["convert", "--in", "tests/data/records/games.pgn", "--to", "nonsense"],
    ["data"],
    ["data", "nonsense"],
    ["data", "stat"],
    ["data", "check", none],
    ["data", "merge", place("one")],
    ["data", "show", none],
    ["data", "import", "--format", "nonsense", "--out", place("x")],
    ["datagen"],
    ["match"],
    ["match", "--engine", "name=a", "--engine", "name=b", "--nodes", "1", "--order", "sorted"],
    ["mate", "--position", "nonsense"],
    ["mate", "--file", none],
    ["mate", "--hash", "1048576", "--nodes", "10"],
    ["net"],
    ["net", "nonsense"],
    ["net", "info", none],
    ["params", "--config", none],
    ["params", "--json", "--toml"],
    ["perft"],
    ["perft", "--depth", "0"],
    ["perft", "--file", none],
    ["profile", "--depth", "0"],
    ["regress"],
    ["results"],
    ["results", none],
    ["show", "--position", "nonsense"],
    ["suite"],
    ["suite", "--file", none],
    ["train"],
    ["train", "--data", none, "--out", place("x.net")],
    ["tree", "--sample", "2"],
    ["tree", "--out", place("tree.nonsense")],
    ["tree", "diff", "--a", "nonsense"],
    ["tune"],
    ["tune", "check"],
    ["tune", "check", none],
    ["tune", "eval"],
    ["tune", "eval", "--data", none],
  ]) {
    const answer = await run(args);
    assert.equal(answer.status, 2, `${args.join(" ")}: ${answer.stdout}${answer.stderr}`);
    assert.match(answer.stderr, new RegExp(`^tenuki ${args[0]}`), args.join(" "));
    assert.equal(answer.stdout, "", args.join(" "));
  }
});

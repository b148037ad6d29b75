// SPDX-License-Identifier: GPL-3.0-or-later
// What a person sees: bars, colours, and lines that fit; and what a pipe gets instead.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { root, run } from "./tenuki.mjs";
import { onTerminal, screen, Terminal } from "./pty.mjs";

const skip = spawnSync("sh", ["-c", "command -v script"]).status !== 0 && "no script(1) here";
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-test-"));
test.after(() => fs.rmSync(directory, { recursive: true }));
const place = (name) => path.join(directory, name);
const DEPTH = ["--depth", "6"];
const COLOUR = /\x1b\[[0-9;]*m/;

// Each takes longer than a tenth of a second.
const LONG = [
  ["bench", ...DEPTH],
  ["perft", "--depth", "5"],
  ["perft", "--depth", "3", "--file", "tests/data/perft/chess_standard.epd"],
  ["suite", "--mate", "--limit", "20", "--nodes", "100000", "--game", "shogi", "--file", "tests/data/mate/shogi.tsv"],
  ["mate", "--game", "shogi", "--nodes", "100000", "--file", "tests/data/mate/shogi.tsv"],
  ["mate", "--time", "500"],
  ["analyse", "--time", "500"],
  ["tree", "--depth", "9"],
  ["tree", "diff", "--depth", "8", "--b", "set=nmp:off"],
  ["ablate", "--technique", "nmp,lmr", "--depth", "6", "--limit", "10", "--file", "tests/data/positions/chess.txt"],
  ["audit", "--depth", "8", "--technique", "nmp", "--limit", "5", "--file", "tests/data/positions/chess.txt"],
  ["match", "--engine", "name=a", "--engine", "name=b", "--nodes", "500", "--games", "2"],
  ["tune", "--params", "rfp_margin", "--iterations", "2", "--pairs", "1", "--nodes", "300"],
  ["datagen", "--games", "3", "--nodes", "300", "--out", place("games")],
  ["data", "stat", "nets/sample"],
  ["data", "check", "nets/sample"],
  ["data", "merge", place("all.games"), "nets/sample/chess-1-000001.games"],
];

for (const args of LONG)
  test(`a bar while it runs, wiped at the end: ${args.slice(0, 2).join(" ")}`, { skip }, async () => {
    const { status, shown } = await onTerminal(args);
    assert.equal(status, 0, shown);
    assert.match(shown, args[0] === "tree" ? /tree( diff)?  \d+\.\d s/ : /[█░]+/);
    const left = screen(shown);
    assert.doesNotMatch(left.join("\n"), /[█░]{10}|tree  \d/);
    for (const line of left) assert.ok([...line].length <= 100, line);
  });

test("bars fit narrow terminals, too", { skip }, async () => {
  const { shown } = await onTerminal(["bench", ...DEPTH], { columns: 40 });
  const drawn = shown.split(/\r\x1b\[K|\r\n/).map((line) => line.replace(/\x1b\[[0-9;]*m/g, ""));
  assert.ok(drawn.some((line) => line.includes("░")));
  for (const line of drawn) assert.ok([...line].length < 40, line);
});

test("a bar says how much is done, how fast, and how long it takes", { skip }, async () => {
  const { shown } = await onTerminal(["bench", ...DEPTH]);
  assert.match(shown.replace(/\x1b\[[0-9;]*m/g, ""),
    /bench [█░]+ +\d+ % {2}\d+ of 28 {2}[\d.]+(\/s| s each) {2}\d+ s left {2}(chess|shogi)/);
});

test("a search to a depth or a number of nodes says how long it may take", { skip }, async () => {
  for (const limit of [["--depth", "14"], ["--nodes", "300000"]]) {
    const { shown } = await onTerminal(["analyse", ...limit]);
    assert.match(shown.replace(/\x1b\[[0-9;]*m/g, ""), /analyse [█░]+ +\d+ % {2}\d+\.\d of about \d+\.\d s/, limit.join(" "));
  }
});

test("NO_COLOR has no colours, but bars", { skip }, async () => {
  const { shown } = await onTerminal(["bench", ...DEPTH], { env: { NO_COLOR: "1" } });
  assert.match(shown, /░/);
  assert.doesNotMatch(shown, COLOUR);
  const empty = await onTerminal(["help"], { env: { NO_COLOR: "" } });
  assert.match(empty.shown, COLOUR);
});

test("a dumb terminal gets neither", { skip }, async () => {
  for (const args of [["bench", ...DEPTH], ["help"], ["perft"]]) {
    const { shown } = await onTerminal(args, { env: { TERM: "dumb" } });
    assert.doesNotMatch(shown, /\x1b|░/, args.join(" "));
  }
});

test("a report in a file is plain, while the bar is on the terminal", { skip }, async () => {
  const { shown } = await onTerminal(["mate", "--game", "shogi", "--nodes", "100000", "--file", "tests/data/mate/shogi.tsv"],
    { redirect: `>${place("report")}` });
  assert.match(shown, /░/);
  const report = fs.readFileSync(place("report"), "utf8");
  assert.match(report, /^mate in/);
  assert.doesNotMatch(report, /[\x00-\x09\x0b-\x1f]/);
});

test("colours: headings, good and bad", { skip }, async () => {
  assert.match((await onTerminal(["help"])).shown, /\x1b\[1mCommands/);
  assert.match((await onTerminal(["perft"])).shown, /\x1b\[31merror: \x1b\[0m--depth/);
  assert.match((await onTerminal(["data", "check", "nets/sample"])).shown, /\x1b\[32mgood/);
  const audit = ["audit", "--depth", "6", "--samples", "3"];
  assert.match((await onTerminal(audit)).shown, /\x1b\[1mtechnique depth .*95th\x1b\[0m/);
  assert.doesNotMatch((await onTerminal(audit, { env: { NO_COLOR: "1" } })).shown, COLOUR);
});

test("nothing but plain text in pipes", async () => {
  for (const args of [...LONG.slice(0, 6), ["help"], ["perft"], ["show"], ["data", "check", "nets/sample"]]) {
    const answer = await run(args);
    assert.doesNotMatch(answer.stdout + answer.stderr, /[\x00-\x08\x0b-\x1f]/, args.join(" "));
  }
});

// ---- The console ----

test("the console greets, completes and ends", { skip }, async () => {
  const terminal = new Terminal([]);
  await terminal.until(/Tenuki [\d.]+[^]*help lists the commands[^]*chess>$/);
  terminal.type("pos\tst\tmo\te2\t4\n").type("d letters\n");
  await terminal.until(/4 \| {3}\| {3}\| {3}\| {3}\| P [^]*chess>$/);
  terminal.type("setoption name rfp_re\tval\tm\t\n").type("setoption name rfp_return value \t");
  await terminal.until(/evaluation +less_margin +mean/);
  terminal.type("\x15quit\n");
  const { status, shown } = await terminal.end();
  assert.equal(status, 0);
  const left = screen(shown).join("\n");
  assert.match(left, /^chess> position startpos moves e2e4$/m);
  assert.match(left, /^chess> setoption name rfp_return value mean$/m);
  assert.doesNotMatch(left, /error/);
});

for (const [typed, wanted] of [
  ["setoption name Pre\t", /setoption name Preset $/],
  ["setoption name clear\t", /setoption name clear Hash $/],
  ["setoption name Preset value tu\t", /value tutorial $/],
  ["setoption name nmp value t\t", /nmp value true $/],
  ["setoption name EvalFile value tests/data/reco\t", /value tests\/data\/records\/$/],
  ["position startpos moves e2e4 e7e5 g1f\t", /e7e5 g1f3 $/],
  ["go moveti\t", /go movetime $/],
  ["go searchmoves g1f\t", /searchmoves g1f3 $/],
  ["do b1c\t", /do b1c3 $/],
  ["load tests/data/records/sj\t", /records\/sjis\.kif $/],
  ["gameover w\t", /gameover win $/],
  ["help sto\t", /help stop $/],
])
  test(`Tab: ${typed.trim()}`, { skip }, async () => {
    const terminal = new Terminal([]);
    await terminal.until(/chess>$/);
    // A letter that no completion adds, to know when all keys have been looked at.
    terminal.type(`${typed}~`);
    await terminal.until(/~$/);
    assert.match(screen(terminal.shown).at(-1).replace(/~$/, ""), wanted);
    terminal.type("\x15quit\n");
    assert.equal((await terminal.end()).status, 0);
  });

test("a search does not run into the line that is typed", { skip }, async () => {
  const terminal = new Terminal([]);
  await terminal.until(/chess>$/);
  terminal.type("go infinite\nisre");
  // Lines come above, and the line is drawn again below them.
  await terminal.until(/info depth 9 [^]*\nchess> isre$/);
  terminal.type("ady\n");
  await terminal.until(/\nreadyok\n/);
  terminal.type("stop\n");
  await terminal.until(/\nbestmove \w+/);
  terminal.type("quit\n");
  const { status, shown } = await terminal.end();
  assert.equal(status, 0);
  const left = screen(shown);
  assert.ok(left.includes("chess> isready"), left.join("\n"));
  assert.ok(left.every((line) => !/\S.*info depth/.test(line)), left.join("\n"));
});

test("load takes a game out of a file", async () => {
  const answer = await run([], "load tests/data/records/games.pgn 2\nmoves\nload tests/data/records/games.pgn 999\n"
    + "load tests/data/records/game.kif\nload nothing.pgn\nload README.md\nload\nload tests/data/records/games.pgn x\n"
    + "usi\nload tests/data/records/game.kif\nd letters\n");
  const errors = answer.lines.filter((line) => line.startsWith("info string error:"));
  assert.deepEqual(errors.map((line) => /no game 999|a game of shogi|No such file|neither \.pgn|file missing|must be the number/.test(line)),
    [true, true, true, true, true, true], errors.join("\n"));
  const { stdout } = await run(["convert", "--in", "tests/data/records/game.kif"]);
  const { stdout: shown } = await run([], `usi\n${stdout}d letters\n`);
  assert.equal(answer.stdout.slice(answer.stdout.lastIndexOf("usiok")), shown.slice(shown.lastIndexOf("usiok")));
});

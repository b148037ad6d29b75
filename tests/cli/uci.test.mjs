// SPDX-License-Identifier: GPL-3.0-or-later
// UCI: what fastchess's compliance check asks for, and what goes beyond it.
import test from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Dialogue, start, infos, info } from "./dialogue.mjs";
import { run } from "./tenuki.mjs";

const MATE_IN_1 = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
const MATED = "fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
const STALEMATE = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const best = (lines) => lines.at(-1).split(" ")[1];

/** The last exact line, which must begin with the best move. */
function lastExact(lines) {
  const exact = infos(lines).filter((line) => line.multipv === 1 && !line.bound).at(-1);
  assert.ok(exact, lines.join("\n"));
  assert.equal(best(lines), exact.pv[0] ?? best(lines));
  return exact;
}

test("hello: name, author, options, uciok; ready at once", async () => {
  const engine = await start("uci");
  assert.match(engine.hello[0], /^id name Tenuki \S+/);
  assert.match(engine.hello[1], /^id author \S+/);
  const names = engine.hello.map((line) => /^option name (.+) type (check|spin|combo|button)\b/.exec(line)?.[1]);
  for (const name of ["Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "Move Overhead", "UCI_Chess960",
    "UCI_Variant", "UCI_ShowWDL", "UCI_AnalyseMode", "Stats", "Preset", "nmp", "nmp_min_depth"])
    assert.ok(names.includes(name), name);
  for (const line of engine.hello.filter((l) => / type spin /.test(l)))
    assert.match(line, / type spin default -?\d+ min -?\d+ max -?\d+$/);
  assert.deepEqual(await engine.ask("ucinewgame"), []);
  assert.deepEqual(await engine.quit(), { status: 0, signal: null, stderr: "" });
});

for (const limits of ["wtime 100 btime 100", "wtime 100 btime 100 winc 10 binc 10", "depth 5", "nodes 500",
  "movetime 30", "wtime 300 btime 300 movestogo 1", "depth 3 nodes 100000 wtime 10000 btime 10000", "mate 1"])
  test(`go ${limits}: info lines and one best move`, async () => {
    const engine = await start("uci");
    const lines = await engine.go("position startpos", `go ${limits}`);
    assert.ok(infos(lines).length > 0);
    for (const line of lines.filter((l) => l.startsWith("info") && !l.startsWith("info string")))
      assert.ok(info(line), line);
    assert.ok(infos(lines).every((line) => line.unit === "cp"));
    lastExact(lines);
    assert.match(lines.at(-1), /^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$/);
    assert.deepEqual(await engine.ask(), []);
    await engine.quit();
  });

test("a game of two moves", async () => {
  const engine = await start("uci");
  const moves = [];
  await engine.ask("ucinewgame");
  for (let i = 0; i < 2; i++) {
    const list = moves.length ? ` moves ${moves.join(" ")}` : "";
    moves.push(best(await engine.go(`position startpos${list}`, "go wtime 100 btime 100")));
    assert.deepEqual(await engine.ask(), []);
  }
  assert.deepEqual(await engine.ask(`position startpos moves ${moves.join(" ")}`), []);
  await engine.quit();
});

test("depth, nodes and searchmoves are obeyed", async () => {
  const engine = await start("uci");
  assert.equal(lastExact(await engine.go("go depth 4")).depth, 4);
  assert.ok(lastExact(await engine.go("go nodes 3000")).nodes <= 3000);
  for (const line of ["go searchmoves h2h3 depth 3", "go depth 3 searchmoves h2h3 h2h3"])
    assert.equal(best(await engine.go(line)), "h2h3");
  assert.ok(["a2a3", "h2h3"].includes(best(await engine.go("go searchmoves a2a3 h2h3 depth 4"))));
  await engine.quit();
});

test("mates are counted in moves, and lines end with them", async () => {
  const engine = await start("uci");
  const win = lastExact(await engine.go(`position ${MATE_IN_1}`, "go depth 6"));
  assert.deepEqual([win.unit, win.score, win.pv], ["mate", 1, ["a1a8"]]);
  const loss = lastExact(await engine.go("position fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "go depth 6"));
  assert.deepEqual([loss.unit, loss.score], ["cp", 0]); // stalemate
  const two = lastExact(await engine.go("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2"));
  assert.deepEqual([two.unit, two.score, two.pv.length, two.pv[0]], ["mate", 2, 3, "a1a6"]);
  const none = await engine.go("position startpos", "go mate 2");
  assert.ok(none.some((line) => /no such mate/.test(line)));
  await engine.quit();
});

test("lines end with a draw by rule", async () => {
  const engine = await start("uci");
  for (const [position, plies] of [["fen 4k3/8/8/8/8/8/8/R3K3 w - - 98 150", 2], ["fen 4k3/8/8/8/8/8/8/R3K3 w - - 150 250", 1],
    ["fen 8/8/8/8/8/8/1p1k4/1K6 w - - 0 1 moves b1b2", 1]]) {
    const lines = infos(await engine.go(`position ${position}`, "go depth 8"));
    assert.ok(lines.length > 0 && lines.every((line) => line.pv.length <= plies), position);
  }
  await engine.quit();
});

test("no move: mate 0 or a draw, and 0000", async () => {
  const engine = await start("uci");
  const mated = await engine.go(`position ${MATED}`, "go depth 3");
  assert.equal(mated.at(-1), "bestmove 0000");
  assert.deepEqual([lastExact(mated).unit, lastExact(mated).score], ["mate", 0]);
  const drawn = await engine.go(`position ${STALEMATE}`, "go movetime 10");
  assert.equal(drawn.at(-1), "bestmove 0000");
  assert.deepEqual([lastExact(drawn).unit, lastExact(drawn).score], ["cp", 0]);
  await engine.quit();
});

for (const position of ["startpos", MATE_IN_1, MATED, STALEMATE])
  for (const [go, end] of [["go infinite", "stop"], ["go", "stop"], ["go ponder wtime 1 btime 1", "ponderhit"],
    ["go ponder wtime 1 btime 1", "stop"], ["go infinite depth 1", "stop"]])
    test(`${go} waits for ${end}: ${position.slice(0, 16)}`, async () => {
      const engine = await start("uci");
      await engine.ask(`position ${position}`);
      for (let i = 0; i < 20; i++) // time for an early answer
        assert.ok(!(await engine.ask(...(i ? [] : [go]))).some((line) => line.startsWith("bestmove")));
      assert.match((await engine.go(end)).at(-1), /^bestmove /);
      assert.deepEqual((await engine.ask("stop")).filter((line) => line.startsWith("bestmove")), []);
      await engine.quit();
    });

test("stop right after go is never lost", async () => {
  const engine = await start("uci");
  for (let i = 0; i < 100; i++) engine.send("go infinite", "stop");
  for (let i = 0; i < 100; i++) assert.match((await engine.until(/^bestmove/)).at(-1), /^bestmove [a-h]/);
  assert.deepEqual(await engine.ask(), []);
  await engine.quit();
});

test("during a search, what would disturb it is refused", async () => {
  const engine = await start("uci");
  const errors = (await engine.ask("go infinite", "setoption name Hash value 8", "ucinewgame", "go depth 1", "usi"))
    .filter((line) => /^info string error/.test(line));
  assert.equal(errors.length, 4);
  assert.ok((await engine.ask("uci")).includes("uciok"));
  assert.match((await engine.go("stop")).at(-1), /^bestmove [a-h]/);
  // A position that was refused is not the one to search.
  await engine.ask("go infinite", "position startpos moves e2e4");
  await engine.go("stop");
  assert.equal((await engine.go("go depth 1")).at(-1), "bestmove 0000");
  assert.match((await engine.go("position startpos", "go depth 1")).at(-1), /^bestmove [a-h]/);
  await engine.quit();
});

test("after a refused position no move is played, when an answer is due", async () => {
  const engine = await start("uci");
  const lines = await engine.go("position fen nonsense", "go movetime 10");
  assert.match(lines.at(-2), /error: the last position was refused/);
  assert.equal(lines.at(-1), "bestmove 0000");
  assert.ok(!(await engine.ask("go infinite")).some((line) => line.startsWith("bestmove")));
  assert.equal((await engine.go("stop")).at(-1), "bestmove 0000");
  await engine.ask("position fen " + "x".repeat(2 << 20));
  assert.equal((await engine.go("go depth 1")).at(-1), "bestmove 0000");
  assert.match((await engine.go("ucinewgame", "go depth 1")).at(-1), /^bestmove [a-h]/);
  await engine.quit();
});

for (const [words, message] of [["depth abc", /'abc' after 'depth'/], ["depth", /number after 'depth' is missing/],
  ["depth -1", /depth -1 must be at least 1/], ["nodes 0", /nodes 0/], ["mate 0", /mate 0/],
  ["wtime x btime 1", /'x' after 'wtime'/], ["searchmoves e2e5 depth 1", /e2e5/], ["perft 0", /perft 0/]])
  test(`go ${words} is refused`, async () => {
    const engine = await start("uci");
    const lines = await engine.ask(`go ${words}`);
    assert.match(lines[0], message);
    assert.deepEqual(lines.slice(1), words.startsWith("perft") ? [] : ["bestmove 0000"]);
    await engine.quit();
  });

test("clocks that are out, unknown words and repeated ones", async () => {
  const engine = await start("uci");
  for (const line of ["go wtime 0 btime 0", "go wtime -500 btime -500", "go wtime 1000 btime 1000 movestogo 0",
    "go movetime 0", "go depth 1 depth 2", "go foo 1 depth 1", "go depth 1 wtime 99999999999999999999", "go movetime -5"])
    assert.match((await engine.go(line)).at(-1), /^bestmove [a-h]/);
  assert.match((await engine.go("go foo depth 1"))[0], /warning: .*unknown word 'foo'/);
  assert.match((await engine.go("go depth 1 depth 2"))[0], /warning: .*'depth' twice/);
  await engine.quit();
});

test("options by any spelling; wrong values change nothing", async () => {
  const engine = await start("uci");
  assert.deepEqual(await engine.ask("setoption name hash value 8", "setoption name USI_Hash value 9",
    "setoption name CLEAR_HASH", "setoption name move_overhead value 20", "setoption name NumberOfThreads value 2",
    "setoption name USI_MultiPV value 2", "setoption name usi_ponder value true", "setoption name NMP value off",
    "setoption name UseNullMove value true", "setoption name preset value Classic_Chess",
    "setoption name EnteringKingRule value csarule24"), []);
  assert.equal(infos(await engine.go("go depth 2")).filter((line) => line.depth === 2).length, 2);
  for (const [line, message] of [["name Hash value 0", /Hash: '0' must be a whole number from 1/], ["name Hash", /value missing/],
    ["name Hash value 16.5", /'16.5'/], ["name Hsah value 1", /unknown option 'Hsah', did you mean 'Hash'/], ["Hash 16", /'name'/],
    ["name MultiPV value 0", /MultiPV/], ["name Ponder value maybe", /true or false/], ["name nmp_min_depth value 9999", /nmp_min_depth/],
    ["name Preset value blanced", /did you mean 'balanced'/], ["name", /name is missing/], ["name Clear Hash value x", /button/]]) {
    const said = await engine.ask(`setoption ${line}`);
    assert.equal(said.length, 1, said.join("\n"));
    assert.match(said[0], message);
  }
  assert.equal(infos(await engine.go("go depth 2")).filter((line) => line.depth === 2).length, 2);
  await engine.quit();
});

test("several lines are ordered, different and each legal", async () => {
  const engine = await start("uci", ["MultiPV", 4]);
  const last = infos(await engine.go("go depth 5")).filter((line) => line.depth === 5 && !line.bound);
  assert.deepEqual(last.map((line) => line.multipv), [1, 2, 3, 4]);
  assert.equal(new Set(last.map((line) => line.pv[0])).size, 4);
  for (let i = 1; i < 4; i++) assert.ok(last[i - 1].score >= last[i].score);
  for (const line of last) assert.deepEqual(await engine.ask(`position startpos moves ${line.pv.join(" ")}`), []);
  await engine.quit();
});

test("win, draw and loss add up and follow the score", async () => {
  const engine = await start("uci", ["UCI_ShowWDL", "true"]);
  const win = lastExact(await engine.go(`position ${MATE_IN_1}`, "go depth 4")).wdl;
  assert.deepEqual(win, [1000, 0, 0]);
  const start_ = lastExact(await engine.go("position startpos", "go depth 4")).wdl;
  assert.equal(start_[0] + start_[1] + start_[2], 1000);
  assert.ok(start_[1] > start_[0] && start_[1] > start_[2]);
  await engine.quit();
});

test("Chess960: castling is king takes rook", async () => {
  const castles = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const engine = await start("uci");
  assert.ok((await engine.send(castles, "go perft 1").until(/^Nodes/)).includes("e1g1: 1"));
  await engine.ask("setoption name UCI_Chess960 value true");
  assert.ok((await engine.send(castles, "go perft 1").until(/^Nodes/)).includes("e1h1: 1"));
  assert.equal(best(await engine.go(castles, "go depth 2 searchmoves e1h1")), "e1h1");
  const corner = "position fen r3k2r/8/8/8/8/8/8/2R1K1R1 w GCkq - 0 1";
  const listed = await engine.send(corner, "go perft 1").until(/^Nodes/);
  assert.ok(listed.includes("e1g1: 1") && listed.includes("e1c1: 1"));
  assert.deepEqual(await engine.ask(castles + " moves e1h1"), []);
  await engine.quit();
});

test("shogi over UCI as chess programs play it", async () => {
  const engine = await start("uci", ["UCI_Variant", "shogi"]);
  const moves = await engine.send("position startpos", "go perft 1").until(/^Nodes searched: 30$/);
  assert.ok(moves.includes("c3c4: 1") && moves.includes("h2d2: 1"));
  assert.deepEqual(await engine.ask("position startpos moves c3c4 g7g6 b2h8+ g9h8"), []);
  const drops = await engine.send("go perft 1").until(/^Nodes/);
  assert.ok(drops.includes("B@e5: 1"));
  const fen = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb] w - - 0 3";
  assert.deepEqual(await engine.send(`position fen ${fen}`, "go perft 1").until(/^Nodes/), drops);
  const mate = lastExact(await engine.go("position fen 8k/9/8G/9/9/9/9/9/4K4[G] w 0 1", "go depth 4"));
  assert.deepEqual([mate.unit, mate.score, mate.pv.length], ["mate", 1, 1]);
  assert.ok(mate.pv[0].endsWith("i8"), mate.pv[0]);
  for (const bad of ["position startpos moves 7g7f", "position fen 9/9[x] w 0 1", "position startpos moves c3c5"])
    assert.match((await engine.ask(bad))[0], /error.*position refused/);
  await engine.ask("setoption name UCI_Variant value chess", "position startpos");
  assert.match(best(await engine.go("go depth 1")), /^[a-h][1-8][a-h][1-8]$/);
  await engine.quit();
});

test("statistics on request", async () => {
  const engine = await start("uci", ["Stats", "true"]);
  assert.ok((await engine.go("go depth 6")).some((line) => /^info string .*cutoff_rate/.test(line)));
  JSON.parse((await engine.ask("stats json"))[0]);
  await engine.quit();
});

test("a log of decisions goes to its file, not to the GUI", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tenuki-log-"));
  const file = path.join(folder, "log");
  const engine = new Dialogue("--log", file, "--log-filter", "nmp:depth>=4");
  await engine.ask("uci");
  for (const line of await engine.go("position startpos", "go depth 10")) assert.match(line, /^(info|bestmove) /);
  assert.equal((await engine.quit()).status, 0);
  const lines = fs.readFileSync(file, "utf8").trim().split("\n");
  for (const line of lines) assert.match(line, /^nmp \w+ depth ([4-9]|\d\d) /);
  for (const args of [["--log", folder], ["--log", file, "--log-filter", "x"], ["--log-filter", "nmp"]])
    assert.equal((await run(args, "uci\n")).status, 2);
  fs.rmSync(folder, { recursive: true });
});

test("quit, and the end of input, end a search", async () => {
  for (const end of ["quit\n", ""]) {
    const answer = await run([], "uci\nposition startpos\ngo infinite\n" + end);
    assert.equal(answer.status, 0);
    assert.match(answer.stdout, /\nbestmove [a-h]/);
  }
});
